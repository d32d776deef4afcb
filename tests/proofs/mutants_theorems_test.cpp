// Weakened theorems: what no caller establishes is noticed, what every caller establishes is told apart by proof, and a
// caller whose theorem does not look at the contract proves nothing.
#include "proofs/mutants/assumptions.h"
#include "proofs/mutants/mutants_theorems.h"
#include "proofs/statements/inventory.h"
#include "proofs/statements/lifting.h"
#include "proofs/theorems/theorems.h"
#include "spec/instruction.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace mutants_theorems_test {

const std::string kInstruction(spec::folderOf(spec::allMnemonics().back()));
// Called by entries only, which hand it a form that is legal and a plan of which the guard is there.
const std::string kPlan = "warplaw_" + kInstruction + "_plan";

std::vector<Theorem> theorems(const Subject& subject) {
  std::vector<Theorem> all = allTheorems(subject);
  std::erase_if(all, [](const Theorem& t) { return !t.name.starts_with(kInstruction + "/"); });
  return all;
}
bool isOfAnEntry(const Theorem& theorem) { return theorem.name.ends_with("/entry"); }

RunOptions options() {
  RunOptions o;
  o.policy = *solverPolicy("z3");
  o.jobs = 2;
  return o;
}

std::vector<TheoremMutant> weakened(const TheoremList& list) {
  return runTheoremMutants({list, {kPlan}, {}, {}}, options(), {});
}

std::size_t count(const std::vector<TheoremMutant>& mutants, Notice notice) {
  return static_cast<std::size_t>(
      std::ranges::count_if(mutants, [&](const TheoremMutant& m) { return m.notice == notice; }));
}

TEST(TheoremMutants, AreNoticedOrImplied_MACH_1) {
  const auto mutants = weakened(theorems);
  EXPECT_GE(mutants.size(), 5u) << "assumptions, and four kinds of evidence";
  EXPECT_EQ(count(mutants, Notice::Unnoticed), 0u) << theoremMutantTable(mutants);
  EXPECT_GE(count(mutants, Notice::Noticed), 5u) << theoremMutantTable(mutants);
  EXPECT_EQ(exitCodeOf(mutants, false), ExitCode::AsExpected);
  EXPECT_EQ(exitCodeOf(mutants, true), ExitCode::Inconclusive) << "these are not 60";
}

// The caller's theorem is the one about the shipped contract: whatever is assumed, nothing is asked of a call.
TEST(TheoremMutants, ACallerThatDoesNotLookAtTheContractProvesNothing) {
  const auto mutants = weakened([](const Subject& subject) {
    std::vector<Theorem> all = theorems(subject), shipped = theorems(Subject::shipped());
    std::erase_if(all, isOfAnEntry);
    std::erase_if(shipped, std::not_fn(isOfAnEntry));
    all.insert(all.end(), shipped.begin(), shipped.end());
    return all;
  });
  EXPECT_EQ(count(mutants, Notice::Implied), 0u) << theoremMutantTable(mutants);
  EXPECT_GE(count(mutants, Notice::Unnoticed), 1u) << theoremMutantTable(mutants);
  EXPECT_EQ(exitCodeOf(mutants, false), ExitCode::Counterexample);
}

TEST(TheoremMutants, WithoutACallersTheoremNothingIsImplied) {
  const auto mutants = weakened([](const Subject& subject) {
    std::vector<Theorem> all = theorems(subject);
    std::erase_if(all, isOfAnEntry);
    return all;
  });
  EXPECT_EQ(count(mutants, Notice::Implied), 0u) << theoremMutantTable(mutants);
  EXPECT_GE(count(mutants, Notice::Unnoticed), 1u) << theoremMutantTable(mutants);
}

TEST(TheoremMutants, ATimeOutNoticesNothing) {
  RunOptions hasty = options();
  hasty.timeout = 0.0005;
  const auto mutants = runTheoremMutants({theorems, {kPlan}, {}, {}}, hasty, {});
  EXPECT_EQ(std::ranges::count_if(
                mutants,
                [](const TheoremMutant& m) { return m.kind == Weakening::Assumption && m.notice == Notice::Implied; }),
            0);
  EXPECT_EQ(exitCodeOf(mutants, false), ExitCode::Counterexample) << theoremMutantTable(mutants);
}

// ---- laws: about no function, so that their lines in the golden list alone tell a hollow one from itself

/// x + y = y + x, which folding decides; (x & y) < 16 where y is, which it does not; or a goal that is true as it
/// stands.
Theorem laws(bool hasNone = false) {
  Theorem theorem;
  theorem.name = "toy/laws";
  theorem.instruction = "TOY";
  theorem.build = [hasNone](Terms& terms) -> Obligations {
    const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
    std::vector<Obligation> all;
    const auto add = [&](const char* name, std::vector<Term> assumptions, Term goal) {
      Obligation o;
      o.name = std::string("toy/laws/") + name;
      o.query = {std::move(assumptions), goal};
      all.push_back(std::move(o));
    };
    if (hasNone) {
      add("none", {}, terms.truth(true));
      return all;
    }
    add("folds", {}, (x + y).eq(y + x));
    add("asks", {y.ult(terms.constant(32, 16))}, (x & y).ult(terms.constant(32, 16)));
    return all;
  };
  return theorem;
}

std::vector<TheoremMutant> hollow(const Theorem& theorem) {
  return runTheoremMutants({[&](const Subject&) { return std::vector{theorem}; }, {}, {theorem.name}, {}}, options(),
                           {});
}

TEST(TheoremMutants, HollowLawsAreNoticed) {
  const auto mutants = hollow(laws());
  EXPECT_EQ(mutants.size(), 5u) << "of what folds, no variable is left to assume something of";
  EXPECT_EQ(count(mutants, Notice::Noticed), mutants.size()) << theoremMutantTable(mutants);
  EXPECT_EQ(exitCodeOf(mutants, false), ExitCode::AsExpected);
}

TEST(TheoremMutants, OfAGoalThatIsTrueAsItStandsThereIsNoHollowerOne) {
  const auto mutants = hollow(laws(true));
  EXPECT_EQ(mutants.size(), 2u) << theoremMutantTable(mutants);
  EXPECT_EQ(count(mutants, Notice::Implied), 1u) << theoremMutantTable(mutants);
  EXPECT_EQ(count(mutants, Notice::Noticed), 1u) << "it assumes what is never";
}

/// In a theorem about code, what speaks of rules alone and asks something is made hollow, and nothing else.
TEST(TheoremMutants, HollowLawsInCodeAreNoticed) {
  Theorem about = laws();
  about.code = {kPlan};
  about.build = [build = about.build](Terms& terms) {
    Obligations all = build(terms);
    for (Obligation& o : std::get<std::vector<Obligation>>(all))
      o.isOfRulesAlone = true;
    std::get<std::vector<Obligation>>(all).push_back(std::get<std::vector<Obligation>>(all).back());
    std::get<std::vector<Obligation>>(all).back().name = "toy/evidence";
    std::get<std::vector<Obligation>>(all).back().isOfRulesAlone = false;
    return all;
  };
  const auto mutants = hollow(about);
  EXPECT_EQ(mutants.size(), 3u) << theoremMutantTable(mutants);
  EXPECT_EQ(count(mutants, Notice::Noticed), mutants.size()) << theoremMutantTable(mutants);
}

/// So are those of an instruction that ships: what a plan promises, and what an entry assumes.
TEST(TheoremMutants, HollowLawsOfAPlanAndAnEntryAreNoticed) {
  std::set<std::string> names;
  for (const Theorem& theorem : theorems(Subject::shipped()))
    if (!theorem.code.empty())
      names.insert(theorem.name);
  const auto mutants = runTheoremMutants({theorems, {}, names, {}}, options(), {});
  EXPECT_EQ(count(mutants, Notice::Noticed), mutants.size()) << theoremMutantTable(mutants);
  for (const char* law : {"/plan/legal: ", "/entry/assumes-what-is-checked: "})
    EXPECT_TRUE(std::ranges::any_of(mutants, [&](const TheoremMutant& mutant) {
      return mutant.name.find(law) != std::string::npos;
    })) << law;
}

TEST(Assumptions, SpeakOfTheSameCellWhereverTheContractStands) {
  Terms terms;
  const auto table = [&](const char* prefix, unsigned cells) {
    std::vector<Term> bits;
    for (unsigned i = 0; i < cells; ++i)
      bits.push_back(terms.variable(32, std::string(prefix) + std::to_string(i)));
    return lift::Table{"object", 4 * cells, false, {field("word", 0, bits)}};
  };
  const std::vector<lift::Table> own = {table("a", 1), table("b", 5)}, call = {table("x", 1), table("y", 5)},
                                 shorter = {table("x", 1), table("y", 1)};
  std::vector<std::pair<Term, Term>> callsToOwn;
  for (unsigned object = 0; object < own.size(); ++object)
    for (unsigned cell = 0; cell < own[object].fields[0].cells.size(); ++cell)
      callsToOwn.emplace_back(call[object].fields[0].cells[cell].bits, own[object].fields[0].cells[cell].bits);
  const std::vector<GivenCell> cells = variableCells(own);
  ASSERT_EQ(cells.size(), 6u);
  std::set<std::string> texts;
  for (std::size_t number = 0; number < 6; ++number) {
    const Assumption assumption = *assumptionAbout("f", cells, number);
    texts.insert(assumption.text());
    EXPECT_TRUE(symbolic::substitute(assumption(call), callsToOwn).same(assumption(own))) << assumption.text();
    const auto isInShorter = [](const GivenCell& at) { return at.object == 0 || at.cell == 0; };
    EXPECT_EQ(assumption(shorter).isFalse(),
              !isInShorter(assumption.cell) || (assumption.other && !isInShorter(*assumption.other)))
        << "nothing is promised of what is not there";
  }
  EXPECT_EQ(texts.size(), 6u);
  EXPECT_FALSE(assumptionAbout("f", {}, 0));
}

TEST(Inventory, CallersComeFromTheBitcode) {
  const auto callers = callersOf(kPlan);
  ASSERT_FALSE(callers.empty());
  for (const std::string& caller : callers) {
    EXPECT_TRUE(caller.ends_with("_run")) << caller << " is no entry";
    EXPECT_TRUE(callersOf(caller).empty()) << caller << ": here chains of calls end";
  }
  EXPECT_GT(callersOf("warplaw_fetch").size(), callers.size()) << "every entry";
}

} // namespace mutants_theorems_test
} // namespace warplaw::proofs
