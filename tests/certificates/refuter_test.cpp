// CaDiCaL as the first of solvers: it answers what holds and has no floats, and others answer the rest.
#include "on_path.h"
#include "proofs/certificates/refuter.h"

namespace warplaw::certificates {
namespace {
using namespace proofs::toy;
using proofs::Obligation;
using proofs::Verdict;
using symbolic::Terms;

proofs::RunOptions withCadical() {
  proofs::RunOptions o = options();
  o.policy = policyWithCadical("any").value();
  return o;
}

TEST(Refuter, ProvesWhatHolds) {
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "cadical");
  EXPECT_NE(outcome["o"].version, "");
}

TEST(Refuter, WhatDoesNotHoldIsRefutedByOthers) {
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o", 3); }, withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "z3");
}

TEST(Refuter, FloatsAreNoClauses) {
  const Outcome outcome = runOne(
      [](Terms& t) {
        const auto x = t.variable(16, "x"), y = t.variable(16, "y");
        return proofs::implied("o", {x.floatLess(y)}, ~y.floatLess(x));
      },
      withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "z3");
}

/// Names of the solvers under "any", with a program called cvc5 and one called so on PATH.
std::string solversWith(const std::string& program) {
  const std::string script = "echo This is cvc5 version 1";
  const OnPath programs({{"cvc5", script}, {program, script}}, true);
  std::string names;
  for (const auto& solver : policyWithCadical("any").value().solvers)
    names += solver->name() + " ";
  return names;
}

/// Who says that a sum distributes, where a program that ends so is called cadical.
std::string solverBeside(const std::string& end) {
  const OnPath program({{"cadical", "[ \"$1\" = --version ] && { echo 1.2.3; exit; }\n" + end}});
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o"); }, withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << end;
  return outcome["o"].solver;
}

TEST(Refuter, IsBelievedByItsLineAndItsExitStatusTogether) {
  EXPECT_EQ(solverBeside("echo s UNSATISFIABLE; exit 20"), "cadical");
  for (const char* other : {"echo s UNSATISFIABLE", "echo s UNSATISFIABLE; exit 10", "exit 20",
                            "echo s SATISFIABLE; exit 20", "echo s UNSATISFIABLE; echo v 0; exit 20",
                            "printf 's UNSATISFIABLE'; exit 20", "echo s UNSATISFIABLE; kill -9 $$", "exit 127"})
    EXPECT_EQ(solverBeside(other), "z3") << other;
}

TEST(Refuter, WhoHasNoneAsksTheOthers) {
  EXPECT_EQ(solversWith("cadical"), "cadical z3 cvc5 ");
  EXPECT_EQ(solversWith("other"), "z3 cvc5 ");
  EXPECT_EQ(policyWithCadical("both").value().solvers.size(), 2u) << "who names solvers has those asked";
}

} // namespace
} // namespace warplaw::certificates
