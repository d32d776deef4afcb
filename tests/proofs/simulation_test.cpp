// Simulation meets witnesses, which are judged like a solver's; it proves nothing, whatever is written under its name.
#include "proofs/engine/simulation.h"
#include "toy.h"
#include <algorithm>

namespace warplaw::proofs {
namespace {
using namespace toy;

RunOptions simulating(std::shared_ptr<const Solver> solver) {
  RunOptions o = options();
  o.policy = only(std::move(solver));
  o.policy.simulates = true;
  return o;
}

/// Whoever is asked although there is no need to ends the obligation by a crash.
std::shared_ptr<const Solver> neverAsked() {
  return std::make_shared<Scripted>("never asked", [](const std::string&) -> std::string { std::abort(); });
}

bool isWitness(const Query& query, const Assignment& inputs) {
  std::vector<Term> roots = query.assumptions;
  roots.push_back(query.goal);
  const std::vector<symbolic::Bits> values = symbolic::evaluate(roots, inputs);
  return std::count(values.begin(), values.end() - 1, 0) == 0 && values.back() == 0;
}

/// A twin whose only witness is a number that nothing but the product says.
Obligation needle(Terms& terms) {
  Obligation o = twin(terms, "o");
  const Term x = terms.variable(64, "needle");
  o.outputs[0] = {"product", (x * terms.constant(64, 0x9e3779b97f4a7c15)).eq(0x0123456789abcdef), terms.truth(false)};
  o.query.goal = o.outputs[0].got.eq(o.outputs[0].expected);
  o.replay = [](const Assignment& a) { return Replay{a.at("needle") != 0, "met", std::nullopt}; };
  return o;
}

TEST(Simulation, MeetsTheSameWitnessEveryTime) {
  Terms terms;
  const Query query = twin(terms, "o").query;
  const auto first = simulate(query), second = simulate(query);
  ASSERT_TRUE(first);
  EXPECT_TRUE(isWitness(query, *first));
  EXPECT_EQ(first, second);
}

TEST(Simulation, MeetsNoneWhereThereIsNone) {
  Terms terms;
  EXPECT_FALSE(simulate(distributes(terms, "o").query));
  EXPECT_FALSE(simulate(needle(terms).query)) << "or it is too rare";
}

TEST(Simulation, WithoutAGoalAssumptionsAreHeld) {
  Terms terms;
  const Term x = terms.variable(8, "x");
  const Assignment near{{"another", 7}};
  EXPECT_EQ(simulate({{x.eq(3)}, {}}, &near), (Assignment{{"x", 3}})) << "and nothing else is said";
  EXPECT_FALSE(simulate({{(x * x).eq(3)}, {}}));
}

TEST(Simulation, WitnessesHoldTheAssumptions) {
  Terms terms;
  const Term op = terms.variable(32, "op"), flag = terms.variable(8, "flag"), x = terms.variable(32, "x");
  const Query query{{op.ult(12), flag.ult(2), flag.eq(1).implies(op.eq(0x1000)), op.ne(terms.constant(32, 0))},
                    x.eq(x + op)};
  const auto found = simulate(query);
  ASSERT_TRUE(found);
  EXPECT_TRUE(isWitness(query, *found));
  const Query impossible{{(op * op).eq(3)}, x.eq(x + 1)};
  EXPECT_FALSE(simulate(impossible));
}

TEST(Simulation, BeginsNearAModel) {
  Terms terms;
  const Term mode = terms.variable(32, "mode"), x = terms.variable(32, "x");
  const Query query{{mode.eq(0x12345678) | mode.eq(0x9abcdef0)}, x.ne(terms.constant(32, 0x55aa55aa))};
  const Assignment model{{"mode", 0x12345678}, {"x", 0x55aa55aa}, {"another", 7}};
  const auto found = simulate(query, &model);
  ASSERT_TRUE(found);
  EXPECT_TRUE(isWitness(query, *found));
  EXPECT_EQ(found->at("another"), 7u);
}

TEST(Simulation, WhatIsNearNeedNotBeLegal) {
  Terms terms;
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  const Query query{{x.ne(terms.constant(32, 0))}, x.eq(y) & x.ne(terms.constant(32, 0x55aa55aa))};
  const Assignment model{{"x", 0}, {"y", 1}}; // it breaks the goal, and the assumption
  const auto found = simulate(query, &model);
  ASSERT_TRUE(found);
  EXPECT_TRUE(isWitness(query, *found));
}

TEST(Simulation, ModelsAreReadBack) {
  const Assignment model{{"row[0][7]", 0}, {"b", 1}, {"wide", ~symbolic::Bits{0}}};
  EXPECT_EQ(symbolic::parseModel(modelText(model)), model);
}

TEST(Simulation, RefutesTwinsWithoutASolver) {
  const Outcome outcome = runOne([](Terms& t) { return twin(t, "o"); }, simulating(neverAsked()));
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "simulation");
  EXPECT_EQ(outcome.exitCode, ExitCode::AsExpected);
}

/// Folding proves it; whether its assumption can hold is what is left.
Obligation folded(Term assumption) { return implied("o", {assumption}, assumption.terms().truth(true)); }

TEST(Simulation, AssumptionsThatItHoldsNeedNoSolver) {
  const Outcome held = runOne([](Terms& t) { return folded(t.variable(8, "x").eq(3)); }, simulating(neverAsked()));
  EXPECT_EQ(held["o"].verdict, Verdict::Proved) << held["o"].reason;
  EXPECT_EQ(held["o"].solver, "folding");
}

TEST(Simulation, AssumptionsThatItCannotHoldAreASolversQuestion) {
  const auto ofProduct = [](symbolic::Bits product) {
    return runOne(
        [=](Terms& t) {
          const Term x = t.variable(64, "x");
          return folded((x * t.constant(64, 0x9e3779b97f4a7c14)).eq(product));
        },
        simulating(makeZ3()));
  };
  EXPECT_EQ(ofProduct(0x9e3779b97f4a7c14 * 0x123456789)["o"].verdict, Verdict::Proved);
  const Outcome odd = ofProduct(1);
  EXPECT_EQ(odd["o"].verdict, Verdict::Vacuous);
  EXPECT_EQ(odd["o"].solver, "z3");
}

TEST(Simulation, WithoutAWitnessSolversAreAsked) {
  const Outcome rare = runOne(needle, simulating(makeZ3()));
  EXPECT_EQ(rare["o"].verdict, Verdict::Refuted) << rare["o"].reason;
  EXPECT_EQ(rare["o"].solver, "z3");
  const auto unmet = [](Terms& t) { // assumptions that nothing drawn holds
    Obligation o = twin(t, "o");
    o.query.assumptions = {(t.variable(64, "m") * t.constant(64, 0x9e3779b97f4a7c15)).eq(0x0123456789abcdef)};
    return o;
  };
  EXPECT_EQ(runOne(unmet, simulating(makeZ3()))["o"].solver, "z3");
}

TEST(Simulation, ATwinThatSaysNothingWrongIsProvedByASolver) {
  const Outcome outcome = runOne([](Terms& t) { return twin(t, "o", 1); }, simulating(makeZ3()));
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved);
  EXPECT_EQ(outcome["o"].solver, "z3");
  EXPECT_EQ(outcome.exitCode, ExitCode::Counterexample);
}

TEST(Simulation, IsNotAskedWhereAProofIsExpected) {
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o", 3); }, simulating(makeZ3()));
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted);
  EXPECT_EQ(outcome["o"].solver, "z3");
}

TEST(Simulation, AWitnessThatDoesNotReplayIsAnError) {
  const auto neverReplays = [](Terms& t) {
    Obligation o = twin(t, "o");
    o.replay = [](const Assignment&) { return Replay{false, "both give 7", std::nullopt}; };
    return o;
  };
  const Outcome outcome = runOne(neverReplays, simulating(neverAsked()));
  EXPECT_EQ(outcome["o"].verdict, Verdict::Error);
  EXPECT_NE(outcome["o"].reason.find("both give 7"), std::string::npos);
}

TEST(Simulation, RefutesATwinWhereItShouldBe) {
  const auto make = [](const std::string& mustDiffer) {
    return [mustDiffer](Terms& t) { // most of what is drawn breaks the sum, little the product
      const Term x = t.variable(8, "x");
      Obligation o = twin(t, "o");
      o.outputs = {{"product", x.eq(77).ite(x + 1, x), x}, {"sum", x + 1, x}, {"frame", x, x}};
      o.query.goal = o.outputs[0].got.eq(x) & o.outputs[1].got.eq(x);
      o.mustDiffer = mustDiffer;
      o.replay = [](const Assignment& a) { return Replay{a.count("x") != 0, "", std::nullopt}; };
      return o;
    };
  };
  for (const char* output : {"product", "sum"})
    EXPECT_EQ(runOne(make(output), simulating(neverAsked()))["o"].verdict, Verdict::Refuted) << output;
  EXPECT_EQ(runOne(make("frame"), simulating(makeZ3()))["o"].verdict, Verdict::Proved) << "refuted, but not there";
}

TEST(Simulation, WhoNamesSolversHasThemAsked) {
  for (const char* name : {"z3", "cvc5", "both"}) {
    RunOptions o = options();
    o.policy = *solverPolicy(name);
    const Outcome outcome = runOne([](Terms& t) { return twin(t, "o"); }, o);
    EXPECT_EQ(outcome["o"].solver, name == std::string("both") ? "z3+cvc5" : name);
  }
  EXPECT_TRUE(solverPolicy("any")->simulates);
}

class KeptWitness : public testing::Test {
protected:
  Outcome run(std::shared_ptr<const Solver> solver, CacheMode mode = CacheMode::Use) {
    const auto cache = Cache::open(folder_ / "cache", mode);
    RunOptions o = simulating(std::move(solver));
    o.cache = &*cache;
    return runOne([](Terms& t) { return twin(t, "o"); }, o);
  }
  /// What somebody writes under the simulation's name.
  void forge(const std::string& queryHash, RawAnswer answer) {
    EXPECT_TRUE(Cache::open(folder_ / "cache", CacheMode::Use)->store(queryHash, *simulation(), answer));
  }
  Folder folder_;
};

TEST_F(KeptWitness, IsUsedAgainAndJudgedAgain) {
  const Outcome first = run(neverAsked());
  EXPECT_FALSE(first["o"].cached);
  for (const CacheMode mode : {CacheMode::Use, CacheMode::Enforce}) {
    const Outcome again = run(neverAsked(), mode);
    EXPECT_TRUE(again["o"].cached);
    EXPECT_EQ(again["o"].verdict, Verdict::Refuted);
    EXPECT_EQ(again["o"].solver, "simulation");
  }
  forge(first["o"].query, {RawAnswer::Kind::Sat, modelText({{"x", 0}, {"y", 0}}), 0});
  EXPECT_EQ(run(neverAsked())["o"].verdict, Verdict::Error) << "a model under which the goal holds";
}

TEST_F(KeptWitness, EnforceLooksForNone) {
  std::filesystem::create_directories(folder_ / "cache");
  EXPECT_EQ(run(neverAsked(), CacheMode::Enforce)["o"].verdict, Verdict::Error);
}

TEST_F(KeptWitness, AProofUnderItsNameCountsForNothing) {
  const std::string query = run(neverAsked())["o"].query;
  forge(query, {RawAnswer::Kind::Unsat, "", 0});
  const Outcome again = run(neverAsked());
  EXPECT_EQ(again["o"].verdict, Verdict::Refuted);
  EXPECT_FALSE(again["o"].cached);
}

TEST_F(KeptWitness, IsNoAnswerOfASolverThatIsNamed) {
  run(neverAsked());
  const auto cache = Cache::open(folder_ / "cache", CacheMode::Use);
  RunOptions o = options();
  o.cache = &*cache;
  const Outcome outcome = runOne([](Terms& t) { return twin(t, "o"); }, o);
  EXPECT_EQ(outcome["o"].solver, "z3");
  EXPECT_FALSE(outcome["o"].cached);
}

TEST(KeptWitnessInResults, IsGoneOnWith) {
  const Folder folder;
  const auto make = [](Terms& t) { return twin(t, "o"); };
  {
    auto file = ResultsFile::create(folder / "run.jsonl");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(runOne(make, simulating(neverAsked()))["o"]));
  }
  RunOptions o = simulating(neverAsked());
  o.earlier = *readResults(folder / "run.jsonl");
  const Outcome resumed = runOne(make, o);
  EXPECT_TRUE(resumed["o"].resumed);
  EXPECT_EQ(resumed["o"].verdict, Verdict::Refuted);
  EXPECT_EQ(resumed["o"].solver, "simulation");
}

} // namespace
} // namespace warplaw::proofs
