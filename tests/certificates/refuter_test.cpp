// CaDiCaL as the first of solvers: it answers what has no floats, and others answer the rest.
#include "../terms/random_terms.h"
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
  const Outcome outcome = runOne(
      [](Terms& t) {
        const auto x = t.variable(16, "x"), y = t.variable(16, "y");
        return proofs::implied("o", {}, (x + y).eq((x & y) + (x | y)));
      },
      withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Proved) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "cadical");
  EXPECT_NE(outcome["o"].version, "");
}

TEST(Refuter, RefutesWhatDoesNotHold) {
  const Outcome outcome = runOne([](Terms& t) { return distributes(t, "o", 3); }, withCadical());
  EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << outcome["o"].reason;
  EXPECT_EQ(outcome["o"].solver, "cadical");
}

/// That the last terms of a random program do not have the values that some inputs give them.
Obligation neverReached(Terms& terms, unsigned seed) {
  symbolic::Random random(seed);
  const symbolic::RandomTerms program =
      symbolic::randomTerms(random, {.widths = {1, 3, 5, 8}, .steps = 30, .applications = true});
  const std::vector<symbolic::Term> built = program.build(terms);
  const auto last = std::span(built).last(4);
  const auto function = [](std::string_view name, std::span<const symbolic::Bits> args) {
    symbolic::Bits value = name.size();
    for (const symbolic::Bits arg : args)
      value = 31 * value + arg;
    return value;
  };
  const auto values = symbolic::evaluate(last, symbolic::randomAssignment(random, program), function);
  symbolic::Term reached = terms.constant(1, 1);
  for (std::size_t i = 0; i < last.size(); ++i)
    reached = reached & last[i].eq(terms.constant(last[i].width(), values[i]));
  return proofs::implied("o", {}, ~reached);
}

TEST(Refuter, ItsModelsAreWhatTheTermsSay) {
  unsigned itself = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Outcome outcome = runOne([seed](Terms& t) { return neverReached(t, seed); }, withCadical());
    EXPECT_EQ(outcome["o"].verdict, Verdict::Refuted) << "seed " << seed << ": " << outcome["o"].reason;
    itself += outcome["o"].solver == "cadical" ? 1 : 0;
  }
  EXPECT_GT(itself, 40u);
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

/// What is said of a sum that distributes, where a program that ends so is called cadical.
proofs::Record saidBeside(const std::string& end) {
  const OnPath program({{"cadical", "[ \"$1\" = --version ] && { echo 1.2.3; exit; }\n" + end}});
  return runOne([](Terms& t) { return distributes(t, "o"); }, withCadical())["o"];
}

TEST(Refuter, IsBelievedByItsLineAndItsExitStatusTogether) {
  EXPECT_EQ(saidBeside("echo s UNSATISFIABLE; exit 20").solver, "cadical");
  for (const char* other :
       {"echo s UNSATISFIABLE", "echo s UNSATISFIABLE; exit 10", "exit 20", "echo s SATISFIABLE; exit 20",
        "echo s UNSATISFIABLE; echo v 0; exit 20", "printf 's UNSATISFIABLE'; exit 20",
        "echo s UNSATISFIABLE; kill -9 $$", "exit 127", "echo s SATISFIABLE; echo v 0", "echo s SATISFIABLE; exit 10",
        "echo s SATISFIABLE; echo v 2; exit 10"}) {
    const proofs::Record said = saidBeside(other);
    EXPECT_EQ(said.verdict, Verdict::Proved) << other;
    EXPECT_EQ(said.solver, "z3") << other;
  }
}

TEST(Refuter, AModelThatIsNoneIsAnError) {
  for (const char* model : {"v 0", "v 2 0", "v x 0"}) {
    const proofs::Record said = saidBeside("echo s SATISFIABLE; echo " + std::string(model) + "; exit 10");
    EXPECT_EQ(said.verdict, Verdict::Error) << model;
    EXPECT_EQ(said.reason, "the goal holds under the solver's model") << model;
  }
}

TEST(Refuter, WhoHasNoneAsksTheOthers) {
  EXPECT_EQ(solversWith("cadical"), "cadical z3 cvc5 ");
  EXPECT_EQ(solversWith("other"), "z3 cvc5 ");
  EXPECT_EQ(policyWithCadical("both").value().solvers.size(), 2u) << "who names solvers has those asked";
}

} // namespace
} // namespace warplaw::certificates
