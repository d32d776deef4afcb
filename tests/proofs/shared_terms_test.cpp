// Terms that code and encoding share (proofs/statements/shared_terms.h), on a toy: twice a small number, and another.
#include "proofs/engine/runner.h"
#include "proofs/statements/shared_terms.h"
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace shared_terms_test {
using symbolic::Bits;

struct Toy {
  Terms terms;
  Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  Term ofCode = x.shl(terms.constant(32, 1)), ofEncoding = x + x;
  std::vector<Term> assumptions = {x.ult(Bits(1000))};
  std::vector<Obligation> obligations;

  Toy() { add("result", ofCode ^ y, ofEncoding ^ y); }
  void add(const char* name, Term got, Term expected) {
    Obligation o;
    o.name = name;
    o.query = {assumptions, got.eq(expected)};
    o.outputs = {{name, got, expected}};
    obligations.push_back(std::move(o));
  }
  void share(Bits below) {
    shareTerms({ofEncoding}, [=](std::mt19937_64& random) { return Assignment{{"x", random() % below}}; }, assumptions,
               obligations, "toy", {});
  }
  /// Does an obligation hold there?
  bool holds(const Obligation& o, Bits valueOfX) const {
    return symbolic::evaluate(std::span(&o.query.goal, 1), Assignment{{"x", valueOfX}})[0] == 1;
  }
};

TEST(SharedTerms, TheEncodingsTermStandsOnBothSidesAndItsEqualityIsAsked) {
  Toy toy;
  EXPECT_FALSE(toy.obligations[0].query.goal.isTrue());
  toy.share(1000);
  ASSERT_EQ(toy.obligations.size(), 2u);
  EXPECT_TRUE(toy.obligations[0].query.goal.isTrue());
  EXPECT_TRUE(toy.obligations[0].outputs[0].got.same(toy.obligations[0].outputs[0].expected));
  EXPECT_EQ(toy.obligations[1].name, "toy/shared-0");
  EXPECT_TRUE(toy.obligations[1].query.goal.same(toy.ofCode.eq(toy.ofEncoding)));
  EXPECT_EQ(toy.obligations[1].query.assumptions.size(), toy.assumptions.size());
}

TEST(SharedTerms, WhatIsEqualInTheExamplesAloneIsAFalseEquality) {
  Toy toy;
  constexpr Bits kRare = 777; // one that examples do not come near
  toy.ofCode = toy.x.eq(kRare).ite(toy.terms.constant(32, 3), toy.x).shl(toy.terms.constant(32, 1));
  toy.obligations.clear();
  toy.add("result", toy.ofCode, toy.ofEncoding);
  toy.share(256);
  ASSERT_EQ(toy.obligations.size(), 2u);
  EXPECT_TRUE(toy.obligations[1].asking().isGuess);
  EXPECT_TRUE(toy.holds(toy.obligations[1], kRare - 1));
  EXPECT_FALSE(toy.holds(toy.obligations[1], kRare));
}

TEST(SharedTerms, WhatIsEqualForTheExamplesOwnValuesAloneIsAGuess) {
  Toy toy;
  toy.ofCode = (toy.x & Bits(0xff)).shl(toy.terms.constant(32, 1));
  toy.obligations.clear();
  toy.add("result", toy.ofCode, toy.ofEncoding);
  toy.share(256);
  ASSERT_EQ(toy.obligations.size(), 2u);
  EXPECT_TRUE(toy.obligations[1].asking().isGuess);
  EXPECT_TRUE(toy.holds(toy.obligations[1], 255));
  EXPECT_FALSE(toy.holds(toy.obligations[1], 256));
}

TEST(SharedTerms, NothingIsReplacedWithoutLegalExamples) {
  Toy toy;
  const Term goal = toy.obligations[0].query.goal;
  toy.assumptions = {toy.terms.truth(false)};
  toy.share(1000);
  ASSERT_EQ(toy.obligations.size(), 1u);
  EXPECT_TRUE(toy.obligations[0].query.goal.same(goal));
}

TEST(SharedTerms, WitnessesSpeakOfTheInputsAlone) {
  Toy toy;
  toy.add("twin", toy.ofCode ^ toy.y, toy.ofEncoding & toy.y);
  toy.share(1000);
  for (const Obligation& o : toy.obligations)
    for (const Term v : symbolic::variablesOf(std::span(&o.query.goal, 1)))
      EXPECT_TRUE(v.same(toy.x) || v.same(toy.y)) << v.node()->name;
}

TEST(SharedTerms, AnyValueOfATermIsThatOfItsHighestAndLowestBitsToo) {
  Toy toy;
  const Term isSmall = toy.x.ult(Bits(5)), word = isSmall.ite(toy.x + toy.x, toy.x & toy.y);
  for (const Term part : {word.bit(31), word.bit(0)}) { // folding says them without the word
    toy.obligations.clear();
    const Term mask = part.sext(32);
    toy.add("result", part.ite(toy.y, word), word ^ ((word ^ toy.y) & mask));
    ASSERT_FALSE(toy.obligations[0].query.goal.isTrue());
    const std::vector<Term> wanted = {word, part};
    shareTerms(
        wanted, [](std::mt19937_64& random) { return Assignment{{"x", random() % 1000}}; }, toy.assumptions,
        toy.obligations, "toy", {}, wanted);
    const Term asked = symbolic::substitute(toy.obligations[0].query.goal, toy.obligations[0].anyValues);
    const std::vector<Term> any = symbolic::variablesOf(std::span(&asked, 1));
    ASSERT_EQ(any.size(), 2u); // y, and one for both: they belong together
    for (const Term v : any)
      EXPECT_FALSE(v.same(toy.x));
  }
}

// Alike in every example, but not at one value: a guess that does not hold.
TEST(SharedTerms, AFalseEqualityMakesRightCodeNoErrorAndWrongCodeRefuted) {
  constexpr Bits kRare = 777777;
  for (const Bits left : {2 * kRare, Bits(7)}) {
    Theorem theorem;
    theorem.name = "toy";
    theorem.build = [left](Terms& terms) -> Obligations {
      const Term x = terms.variable(32, "x"), isRare = x.eq(kRare), twice = x + x;
      const Term nearly = isRare.ite(terms.constant(32, 3), x).shl(terms.constant(32, 1));
      Obligation o;
      o.name = "toy/result";
      o.outputs = {{"result", isRare.ite(terms.constant(32, left), nearly), twice}};
      o.query = {{x.ult(Bits(1) << 20)}, o.outputs[0].got.eq(twice)};
      o.replay = [left](const Assignment& witness) {
        return Replay{left == 7 && witness.at("x") == kRare, "x is the rare one", {}};
      };
      std::vector<Obligation> all = {o};
      shareTerms(
          {twice}, [](std::mt19937_64& random) { return Assignment{{"x", random() % 1000}}; }, o.query.assumptions, all,
          "toy", o.replay);
      EXPECT_EQ(all.size(), 2u);
      return all;
    };
    std::map<std::string, Record> records;
    std::vector<std::string> notes;
    RunObserver observer;
    observer.onRecord = [&](const Record& record) { records[record.name] = record; };
    observer.onNote = [&](const std::string& note) { notes.push_back(note); };
    RunOptions options;
    options.policy = solverPolicy("z3").value();
    run({theorem}, options, observer);
    const Record& result = records["toy/result"];
    EXPECT_EQ(result.verdict, left == 7 ? Verdict::Refuted : Verdict::Proved) << result.reason;
    if (left == 7) {
      EXPECT_EQ(records["toy/shared-0"].verdict, Verdict::Refuted);
    } else {
      EXPECT_FALSE(records.contains("toy/shared-0"));
      ASSERT_EQ(notes.size(), 1u);
      EXPECT_EQ(notes[0].find("toy/shared-0: no obligation any more"), 0u) << notes[0];
    }
  }
}

} // namespace shared_terms_test
} // namespace warplaw::proofs
