// Cut points (proofs/statements/cut_points.h) against code that is wrong where no example comes: in one value, in bits
// above those that are computed, in one case. What is cut must be REFUTED as it would be uncut, and never PROVED.
#include "proofs/certificates/refuter.h"
#include "proofs/statements/cut_points.h"
#include "toy.h"

namespace warplaw::proofs {
namespace cut_points_test {
using namespace toy;
using symbolic::Bits;

constexpr Bits kRare = 0x9e3779b1; ///< examples do not come near
constexpr unsigned kExact = 68, kOfCode = 64;

/// Words x and y, some mode, and what is compared of them.
struct Words {
  Terms& terms;
  Term x = terms.variable(32, "x"), y = terms.variable(32, "y"), mode = terms.variable(32, "mode"),
       other = terms.variable(32, "other");
  Term isRare = x.eq(kRare);

  /// Twice the same, in terms that no folding makes one.
  static Term sum(Term a, Term b) { return a + b; }
  static Term otherSum(Term a, Term b) { return (a ^ b) + (a & b).shl(a.terms().constant(a.width(), 1)); }
  Term wrongAt(unsigned bit, unsigned width, Bits wrong) const {
    return (isRare & terms.truth(wrong != 0)).zext(width).shl(terms.constant(width, bit));
  }
  /// No more than some other word: of a number of any width.
  Term saturated(Term number) const {
    const Term most = mode.sext(number.width());
    return most.slt(number).ite(most, number).extract(31, 0);
  }
};

struct Statement {
  Term got, expected;
  std::vector<Term> wanted, assumptions;
};

struct Row {
  const char* name;
  std::function<Statement(const Words&, Bits wrong)> stated; ///< not 0: code is wrong
  bool isRightAllTheSame = false;                            ///< what is wrong makes no difference in the end
  unsigned guesses = 1;                                      ///< cut points there are at least
};

const Row kRows[] = {
    {"the number itself, in one value",
     [](const Words& w, Bits wrong) {
       const Term ours = (w.x + w.y) ^ w.wrongAt(3, 32, wrong), theirs = Words::otherSum(w.x, w.y);
       return Statement{ours ^ w.other, theirs ^ w.other, {theirs}, {}};
     }},
    {"bits above those that the code computes",
     [](const Words& w, Bits wrong) {
       const Term ours = Words::sum(w.x.sext(kOfCode), w.y.sext(kOfCode)),
                  theirs = Words::otherSum(w.x.sext(kExact), w.y.sext(kExact)) ^ w.wrongAt(66, kExact, wrong);
       return Statement{w.saturated(ours), w.saturated(theirs), {theirs}, {}};
     }},
    {"the sign of what the code computes, of which the low bits are used",
     [](const Words& w, Bits wrong) {
       const Term ours = Words::sum(w.x.sext(kOfCode), w.y.sext(kOfCode)) ^ w.wrongAt(63, kOfCode, wrong),
                  theirs = Words::otherSum(w.x.sext(kExact), w.y.sext(kExact));
       return Statement{ours.extract(31, 0) ^ ours.slt(w.terms.constant(kOfCode, 0)).sext(32),
                        theirs.extract(31, 0) ^ theirs.slt(w.terms.constant(kExact, 0)).sext(32),
                        {theirs},
                        {}};
     }},
    {"bits that nobody uses",
     [](const Words& w, Bits wrong) {
       const Term ours = Words::sum(w.x.sext(kOfCode), w.y.sext(kOfCode)) ^ w.wrongAt(63, kOfCode, wrong),
                  theirs = Words::otherSum(w.x.sext(kExact), w.y.sext(kExact));
       return Statement{ours.lshr((w.mode & 15).zext(kOfCode)).extract(31, 0),
                        theirs.lshr((w.mode & 15).zext(kExact)).extract(31, 0),
                        {theirs},
                        {}};
     },
     true},
    {"a mode that is assumed, but for one that is never drawn",
     [](const Words& w, Bits wrong) {
       const Term isFive = w.mode.eq(Bits(5)), ours = w.x + w.y + (w.mode ^ w.terms.constant(32, 5));
       const Term theirs = Words::otherSum(w.x, w.y);
       return Statement{ours ^ w.other, theirs ^ w.other, {theirs}, {wrong ? isFive | w.mode.eq(kRare) : isFive}};
     }},
    {"what is said of another word alone",
     [](const Words& w, Bits wrong) {
       const Term ours = w.x + w.y + w.mode.lshr(w.terms.constant(32, 4));
       const Term theirs = Words::otherSum(w.x, w.y);
       const Term isSmall = w.other.ult(Bits(16)) | (w.other.eq(kRare) & w.terms.truth(wrong != 0));
       return Statement{ours ^ w.x, theirs ^ w.x, {theirs}, {w.mode.eq(w.other), isSmall}};
     }},
    {"two numbers, each of which one side makes of the other",
     [](const Words& w, Bits wrong) {
       const Term one = w.terms.constant(32, 1), p = Words::sum(w.x, w.y) ^ w.wrongAt(7, 32, wrong), q = p + one;
       const Term theirQ = Words::otherSum(Words::otherSum(w.x, w.y), one), theirP = (theirQ ^ w.mode) - one;
       const Term ours = (q ^ w.mode) - one;
       return Statement{ours ^ p, theirP ^ (theirQ - one), {theirQ, theirP}, {}};
     }},
    {"the second of two terms for one number",
     [](const Words& w, Bits wrong) {
       const Term first = Words::sum(w.x, w.y), second = first.zext(40) ^ w.wrongAt(39, 40, wrong);
       const Term theirs = Words::otherSum(w.x, w.y);
       return Statement{second ^ first.zext(40).shl(w.terms.constant(40, 3)),
                        theirs.zext(40) ^ theirs.zext(40).shl(w.terms.constant(40, 3)),
                        {theirs},
                        {}};
     }},
    {"one of two numbers for the other",
     [](const Words& w, Bits wrong) {
       const Term first = Words::sum(w.x, w.y), second = Words::sum(w.x, w.mode);
       const Term theirFirst = Words::otherSum(w.x, w.y), theirSecond = Words::otherSum(w.x, w.mode);
       const Term ours = Words::sum((w.isRare & w.terms.truth(wrong != 0)).ite(first, second), first);
       const Term theirs = Words::otherSum(theirSecond, theirFirst);
       return Statement{ours ^ w.other, theirs ^ w.other, {theirFirst, theirSecond, theirs}, {}};
     },
     false, 3},
};

/// An obligation of one output, cut; a witness is tried in both terms as they were. How many guesses there are.
std::size_t cutObligation(Terms& terms, const Statement& s, const std::string& name, std::vector<Obligation>& all) {
  Obligation o;
  o.name = name;
  o.outputs = {{"result", s.got, s.expected}};
  o.query = {s.assumptions, s.got.eq(s.expected)};
  const auto replay = [s](const Assignment& witness) {
    std::vector<Term> all = s.assumptions;
    all.push_back(s.got.ne(s.expected));
    Assignment given = witness;
    for (const Term v : symbolic::variablesOf(all))
      given.try_emplace(std::string(v.node()->name), 0);
    return Replay{std::ranges::count(symbolic::evaluate(all, given), Bits(0)) == 0, "they differ", {}};
  };
  o.replay = replay;
  std::vector<Obligation> made = {o};
  cutAt(terms, s.wanted, s.assumptions, made, name + "/");
  for (Obligation& one : made) {
    one.replay = replay;
    if (one.asking().isGuess)
      one.outputs = {{one.name, one.query.goal, terms.truth(true)}};
    all.push_back(std::move(one));
  }
  return made.size() - 1;
}

RunOptions any() {
  RunOptions any = options();
  any.policy = certificates::policyWithCadical("any").value();
  return any;
}

TEST(CutPoints, WhatIsWrongWhereNoExampleComesIsNeverProved) {
  std::vector<Theorem> theorems;
  const auto nameOf = [](const Row& row, Bits wrong) { return std::string(wrong ? "wrong: " : "right: ") + row.name; };
  for (const Row& row : kRows)
    for (const Bits wrong : {0, 1}) {
      Terms terms;
      std::vector<Obligation> cut;
      EXPECT_GE(cutObligation(terms, row.stated(Words{terms}, wrong), "", cut), row.guesses) << row.name;
      const std::string name = nameOf(row, wrong);
      theorems.push_back(theorem(name, [=, &row](Terms& here) {
        std::vector<Obligation> all;
        cutObligation(here, row.stated(Words{here}, wrong), name, all);
        return all;
      }));
    }
  const Outcome outcome = runAll(theorems, any());
  for (const Row& row : kRows)
    for (const Bits wrong : {0, 1}) {
      const Record& record = outcome[nameOf(row, wrong)];
      EXPECT_EQ(record.verdict, wrong != 0 && !row.isRightAllTheSame ? Verdict::Refuted : Verdict::Proved)
          << record.name << ": " << record.reason;
    }
}

// Variables have the same names in each case; what is asked of one is nothing to the other.
TEST(CutPoints, WhatIsEqualInOneCaseIsNotInAnother) {
  const Outcome outcome = runAll({theorem("t",
                                          [](Terms& terms) {
                                            const Words w{terms};
                                            std::vector<Obligation> all;
                                            for (const Bits mode : {0, 1}) {
                                              Statement s = kRows[0].stated(w, mode);
                                              s.assumptions = {w.mode.eq(mode)};
                                              cutObligation(terms, s, mode ? "wrong" : "right", all);
                                            }
                                            return all;
                                          })},
                                 any());
  EXPECT_EQ(outcome["right"].verdict, Verdict::Proved) << outcome["right"].reason;
  EXPECT_EQ(outcome["wrong"].verdict, Verdict::Refuted) << outcome["wrong"].reason;
}

// The same code in another case asks the same question.
TEST(CutPoints, TheSameEqualityInAnotherCaseIsTheSameQuestion) {
  Terms terms;
  const Words w{terms};
  std::vector<Obligation> all;
  for (const Bits mode : {0, 1}) {
    Statement s = kRows[0].stated(w, 0);
    s.assumptions = {w.mode.eq(mode)};
    cutObligation(terms, s, mode ? "one" : "other", all);
  }
  std::vector<std::string> asked;
  for (const Obligation& o : all)
    if (o.asking().isGuess)
      asked.push_back(symbolic::smtLib(o.query));
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked[0], asked[1]);
}

// Each assumption that is kept follows from what was assumed, and speaks of nothing else than the fact.
TEST(CutPoints, AssumptionsThatAreKeptFollowFromThoseThatWere) {
  Terms terms;
  const Words w{terms};
  const std::vector<Term> assumptions = {w.mode.eq(Bits(3)) & w.other.ult(Bits(20)),
                                         (w.mode + w.x).ult(w.other) | w.y.eq(Bits(7)), (w.x & w.mode).ne(w.mode)};
  const std::vector<Term> about = assumptionsAbout((w.x * w.x).eq(w.x), assumptions);
  EXPECT_FALSE(about.empty());
  for (const Term v : symbolic::variablesOf(about))
    EXPECT_TRUE(v.same(w.x)) << v.node()->name;
  std::mt19937 random(1);
  std::vector<Term> both = assumptions;
  both.insert(both.end(), about.begin(), about.end());
  unsigned met = 0;
  for (unsigned i = 0; i < 5000; ++i) {
    const auto values = symbolic::evaluate(
        both, {{"x", random() % 32}, {"y", random() % 9}, {"mode", random() % 5}, {"other", random() % 32}});
    const auto areTrue = [&](std::size_t first, std::size_t last) {
      return std::count(values.begin() + static_cast<std::ptrdiff_t>(first),
                        values.begin() + static_cast<std::ptrdiff_t>(last), Bits(0)) == 0;
    };
    if (areTrue(0, assumptions.size())) {
      ++met;
      EXPECT_TRUE(areTrue(assumptions.size(), both.size()));
    }
  }
  EXPECT_GT(met, 50u);
}

} // namespace cut_points_test
} // namespace warplaw::proofs
