// Mutants: each is one change, the same ones every time; what is refuted is refuted by a witness, what times out
// survives.
#include "proofs/mutants/mutants.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/mutants/mutants_terms.h"
#include "proofs/theorems/theorems.h"
#include <gtest/gtest.h>
#include <set>

namespace warplaw::proofs {
namespace {

std::set<std::string> textsOf(Term term) {
  std::set<std::string> texts;
  for (const TermMutant& m : termMutants(term)) {
    EXPECT_FALSE(m.term.same(term)) << m.text;
    EXPECT_EQ(m.term.width(), term.width());
    texts.insert(m.text);
  }
  return texts;
}

TEST(TermMutants, ChangePredicatesOperandsConstantsAndConditions) {
  Terms terms;
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  EXPECT_EQ(textsOf(x.ult(y)),
            (std::set<std::string>{"ult(x, y): becomes ule", "ult(x, y): becomes slt", "ult(x, y): operands swapped"}));
  EXPECT_TRUE(textsOf(x - y).contains("sub(x, y): operands swapped"));
  EXPECT_TRUE(textsOf(x + symbolic::Bits(5)).contains("constant 0x5: one more"));
  EXPECT_TRUE(textsOf(x.ult(y).ite(x, y)).contains("ite(ult, x, y): condition dropped"));
  EXPECT_TRUE(textsOf(x.zext(16)).contains("zext(x): becomes sext"));
  EXPECT_TRUE(textsOf(x).empty()) << "a variable is what it is";
}

TEST(TermMutants, AreTheSameInOtherTerms) {
  const auto make = [](Terms& terms, bool other) {
    if (other)
      terms.variable(8, "y") + terms.variable(8, "z"); // created earlier, so with other ids
    const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
    return ((x - y).ult(x)).ite(x & y, y);
  };
  Terms a, b;
  EXPECT_EQ(textsOf(make(a, false)), textsOf(make(b, true)));
}

TEST(IrMutants, AreManyAndAlwaysTheSame) {
  const auto all = irMutants("warplaw_shfl_portable"), again = irMutants("warplaw_shfl_portable");
  ASSERT_GT(all.size(), 100u);
  ASSERT_EQ(all.size(), again.size());
  std::set<std::string> kinds;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].text, again[i].text);
    kinds.insert(all[i].text.substr(all[i].text.rfind(": ") + 2));
  }
  for (const char* kind : {"dropped", "arms swapped", "becomes sub", "operand 1 one less", "compares sge"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  EXPECT_EQ(spread(all, 10).size(), 10u);
  EXPECT_EQ(irMutants("no_such_function").size(), 0u);
}

TEST(IrMutants, ChangeTheFinalCodeAndItsMachineCodeOnly) {
  const auto all = irMutants("warplaw_shfl_plan");
  ASSERT_FALSE(all.empty());
  for (const IrMutant& mutant : all) {
    const Subject subject = subjectOf(mutant), shipped = Subject::shipped();
    EXPECT_NE(std::get<const lift::Module*>(subject.module(mutant.symbol, Stage::Final)), nullptr) << mutant.text;
    EXPECT_NE(subject.machineCode(mutant.symbol), shipped.machineCode(mutant.symbol)) << mutant.text;
    EXPECT_NE(subject.machineCode(mutant.symbol), nullptr) << mutant.text;
    EXPECT_EQ(subject.machineCode("warplaw_fetch"), shipped.machineCode("warplaw_fetch"));
  }
}

RunOptions options() {
  RunOptions o;
  o.policy = *solverPolicy("z3");
  o.jobs = 2;
  return o;
}

TEST(Mutants, OfThePlanAreRefutedOrProvedHarmless_SHFL_9) {
  MutantOptions which;
  which.theorems = allTheorems;
  which.theorem = "shfl/plan";
  const auto results = runMutants(which, options(), {});
  ASSERT_GE(results.size(), 8u);
  std::map<Fate, int> fates;
  for (const MutantResult& r : results) {
    ++fates[r.fate];
    EXPECT_NE(r.fate, Fate::Survived) << r.name << " " << r.text << " " << r.reason;
    EXPECT_FALSE(r.text.empty()) << r.name;
  }
  EXPECT_GE(fates[Fate::Refuted], 5);
  EXPECT_EQ(exitCodeOf(results, false), ExitCode::AsExpected);
  EXPECT_EQ(exitCodeOf(results, true), ExitCode::Inconclusive) << "these are not 80 and 40";
}

TEST(Mutants, ATimeOutIsNoRefutation) {
  MutantOptions which;
  which.theorems = allTheorems;
  which.theorem = "shfl/portable/up";
  which.perSymbol = 1;
  which.perTheorem = 2;
  which.timeout = 0.0005;
  RunOptions run = options();
  const auto results = runMutants(which, run, {});
  int survived = 0;
  for (const MutantResult& r : results)
    survived += r.fate == Fate::Survived;
  EXPECT_GT(survived, 0);
  EXPECT_EQ(exitCodeOf(results, false), ExitCode::Counterexample);
}

} // namespace
} // namespace warplaw::proofs
