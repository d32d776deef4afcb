// Mutants: each is one change, the same ones every time; what is refuted is refuted by a witness, what times out
// survives.
#include "proofs/mutants/mutants.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/mutants/mutants_terms.h"
#include "proofs/mutants/spread.h"
#include "proofs/statements/code_named.h"
#include "proofs/statements/evidence.h"
#include "proofs/theorems/theorems.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <unistd.h>

namespace warplaw::proofs {
namespace mutants_test {

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

MutantOptions heldAgainst(const std::string& theorem) {
  MutantOptions which;
  which.theorems = [theorem](const Subject& subject) {
    std::vector<Theorem> all = allTheorems(subject);
    std::erase_if(all, [&](const Theorem& t) { return t.name != theorem; });
    return all;
  };
  return which;
}

TEST(Mutants, OfThePlanAreRefutedOrProvedHarmless_VOTE_1_3) {
  MutantOptions which = heldAgainst("vote/plan");
  MutantReport report = runMutants(which, options(), {});
  ASSERT_GE(report.results.size(), 8u);
  std::map<Fate, int> fates;
  for (const MutantResult& r : report.results) {
    ++fates[r.fate];
    EXPECT_NE(r.fate, Fate::Survived) << r.name << " " << r.text << " " << r.reason;
    EXPECT_FALSE(r.text.empty()) << r.name;
  }
  EXPECT_GE(fates[Fate::Refuted], 5);
  EXPECT_GE(fates[Fate::Equivalent], 1);
  EXPECT_EQ(exitCodeOf(report), ExitCode::AsExpected) << mutantTable(report);
  report.leastExecutors = 80;
  EXPECT_EQ(exitCodeOf(report), ExitCode::Inconclusive) << "these are not 80";
}

// A theorem that names code which it does not lift refutes nothing, and proves nothing equivalent.
TEST(Mutants, OfATheoremThatNamesOtherCodeAreNotDecided) {
  MutantOptions which = heldAgainst("vote/plan");
  which.theorems = [right = which.theorems](const Subject& subject) {
    std::vector<Theorem> all = right(subject);
    all.at(0).code.push_back("warplaw_vote_modifiers");
    all.at(0) = heldAgainstItsCode(all.at(0), subject);
    return all;
  };
  which.perSymbol = 1;
  const MutantReport report = runMutants(which, options(), {});
  std::size_t executors = 0;
  for (const MutantResult& r : report.results) {
    EXPECT_TRUE(r.fate != Fate::Refuted && r.fate != Fate::Equivalent) << r.name << " " << r.reason;
    if (r.kind != MutantKind::Executor)
      continue; // of encodings it has no output that could be wrong
    ++executors;
    EXPECT_EQ(r.fate, Fate::Survived) << r.name;
    EXPECT_NE(r.reason.find("it names warplaw_vote_modifiers"), std::string::npos) << r.reason;
  }
  EXPECT_GE(executors, 2u);
  EXPECT_EQ(exitCodeOf(report), ExitCode::Counterexample);
}

// Equivalence is judged under the theorem: one that assumes too much would call anything harmless.
TEST(Mutants, ProvedEquivalentAndNotListedIsASurvivor) {
  MutantOptions which = heldAgainst("vote/plan");
  const auto listed = std::ranges::find(which.equivalent, "warplaw_vote_plan", &EquivalentMutant::where);
  ASSERT_NE(listed, which.equivalent.end());
  const EquivalentMutant missing = *listed;
  which.equivalent.erase(listed);
  const MutantReport report = runMutants(which, options(), {});
  std::vector<std::string> survivors;
  for (const MutantResult& r : report.results)
    if (r.fate == Fate::Survived)
      survivors.push_back(r.where + " " + r.text);
  EXPECT_EQ(survivors, std::vector<std::string>{missing.where + " " + missing.text});
  EXPECT_EQ(exitCodeOf(report), ExitCode::Counterexample);
  EXPECT_NE(mutantTable(report).find("SURVIVED"), std::string::npos);
}

TEST(Mutants, AnEntryOfTheListThatIsNotTrueIsReported) {
  MutantOptions which = heldAgainst("vote/plan");
  which.sample = 0; // what is not run must still exist
  which.touched = [](const Theorem&) { return false; };
  EXPECT_TRUE(runMutants(which, options(), {}).stale.empty());
  which.equivalent.push_back({"warplaw_vote_plan", "store i32 7, ptr %gone, align 4: dropped", "once"});
  const MutantReport gone = runMutants(which, options(), {});
  ASSERT_EQ(gone.stale.size(), 1u);
  EXPECT_NE(gone.stale[0].find("%gone"), std::string::npos);
  EXPECT_EQ(exitCodeOf(gone), ExitCode::Inconclusive);

  which = heldAgainst("vote/plan");
  MutantReport wrong = runMutants(which, options(), {});
  const auto found = std::find_if(wrong.results.begin(), wrong.results.end(),
                                  [](const MutantResult& r) { return r.fate == Fate::Refuted; });
  ASSERT_NE(found, wrong.results.end());
  const MutantResult refuted = *found;
  which.equivalent.push_back({refuted.where, refuted.text, "not so"});
  wrong = runMutants(which, options(), {});
  ASSERT_EQ(wrong.stale.size(), 1u);
  EXPECT_NE(wrong.stale[0].find("is not equivalent"), std::string::npos) << wrong.stale[0];
  EXPECT_EQ(exitCodeOf(wrong), ExitCode::Inconclusive);

  which.equivalent.back() = {refuted.where, refuted.text, "not so", true};
  wrong = runMutants(which, options(), {});
  ASSERT_EQ(wrong.stale.size(), 1u);
  EXPECT_NE(wrong.stale[0].find("none of them is equivalent"), std::string::npos) << wrong.stale[0];
  which.equivalent.back() = {refuted.where, "*", "some are", true};
  EXPECT_TRUE(runMutants(which, options(), {}).stale.empty());
}

TEST(Mutants, ASampleIsPartOfAllAndTouchedTheoremsAreRunWhole) {
  const auto names = [](const MutantOptions& which) {
    std::set<std::string> all;
    for (const MutantResult& r : runMutants(which, options(), {}).results)
      all.insert(r.name);
    return all;
  };
  MutantOptions which = heldAgainst("vote/plan");
  const std::set<std::string> all = names(which);
  which.sample = 2;
  const std::set<std::string> sample = names(which);
  EXPECT_EQ(sample.size(), 4u) << "two executors, two encodings";
  EXPECT_TRUE(std::includes(all.begin(), all.end(), sample.begin(), sample.end()));
  EXPECT_EQ(names(which), sample) << "always the same";
  which.touched = [](const Theorem& theorem) { return theorem.name == "vote/plan"; };
  EXPECT_EQ(names(which), all);
}

TEST(Spread, OfWhatIsWantedAsksFew) {
  std::vector<int> all(100);
  std::iota(all.begin(), all.end(), 0);
  std::set<int> asked;
  const auto isOdd = [&](int number) {
    EXPECT_TRUE(asked.insert(number).second) << "asked twice about " << number;
    return number % 2 == 1;
  };
  EXPECT_EQ(spread(all, 4, isOdd), (std::vector{13, 37, 63, 87}));
  EXPECT_LE(asked.size(), 8u);
  asked.clear();
  EXPECT_EQ(spread(all, 90, isOdd).size(), 50u) << "there are no more";
  EXPECT_TRUE(spread(std::vector<int>{}, 3, isOdd).empty());
}

TEST(Mutants, NothingRunIsNoSuccess) {
  MutantOptions which = heldAgainst("no/such/theorem");
  EXPECT_EQ(exitCodeOf(runMutants(which, options(), {})), ExitCode::Inconclusive);
  which.touched = [](const Theorem&) { return false; };
  EXPECT_EQ(exitCodeOf(runMutants(which, options(), {})), ExitCode::AsExpected) << "nothing that differs was asked for";
}

/// The same theorems, each obligation that compares outputs changed.
MutantOptions changed(MutantOptions which, const std::function<void(Obligation&)>& change) {
  which.theorems = [change, list = which.theorems](const Subject& subject) {
    std::vector<Theorem> all = list(subject);
    for (Theorem& theorem : all)
      theorem.build = [change, build = theorem.build](Terms& terms) {
        Obligations built = build(terms);
        for (Obligation& o : std::get<std::vector<Obligation>>(built))
          if (!o.outputs.empty())
            change(o);
        return built;
      };
    return all;
  };
  which.perSymbol = which.perTheorem = 1;
  return which;
}

// A mutant that no output refutes is asked for values alone, also where another question stands for what is stated.
TEST(Mutants, ValuesOfWhatIsRestatedAreCompared) {
  MutantOptions which = changed(heldAgainst("vote/plan"), [](Obligation& o) {
    LiftedEvidence::restate(o, {{}, o.query.goal.terms().truth(false)}, o.outputs, {"a step that no mutant has"});
  });
  which.timeout = 0.0005;
  const MutantReport report = runMutants(which, options(), {});
  ASSERT_FALSE(report.results.empty());
  for (const MutantResult& r : report.results)
    EXPECT_EQ(r.lost, "") << r.name;
}

TEST(Mutants, AWorkerThatEndedIsToldAndNoSuccess) {
  const auto here = getpid();
  const MutantReport lost = runMutants(changed(heldAgainst("vote/plan"),
                                               [here](Obligation&) {
                                                 if (getpid() != here)
                                                   std::_Exit(7);
                                               }),
                                       options(), {});
  ASSERT_FALSE(lost.results.empty());
  for (const MutantResult& r : lost.results)
    EXPECT_NE(r.lost, "") << r.name;
  EXPECT_NE(mutantTable(lost).find("ERROR"), std::string::npos);
  MutantReport report;
  report.results.resize(1);
  report.results.front().fate = Fate::Undefined;
  EXPECT_EQ(exitCodeOf(report), ExitCode::AsExpected);
  report.results.front().lost = lost.results.front().lost;
  EXPECT_EQ(exitCodeOf(report), ExitCode::Inconclusive);
}

TEST(Mutants, ATimeOutIsNoRefutation) {
  MutantOptions which = heldAgainst("vote/plan");
  which.perSymbol = 1;
  which.perTheorem = 2;
  which.timeout = 0.0005;
  const MutantReport report = runMutants(which, options(), {});
  int survived = 0;
  for (const MutantResult& r : report.results)
    survived += r.fate == Fate::Survived;
  EXPECT_GT(survived, 0);
  EXPECT_EQ(exitCodeOf(report), ExitCode::Counterexample);
}

} // namespace mutants_test
} // namespace warplaw::proofs
