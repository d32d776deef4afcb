// The checker of proofs: what it takes, what it rejects and at which step, and that it agrees with a slow one on proofs
// that are spoiled at random, and never accepts one of a formula that has a model.
#include "proofs.h"
#include "proofs/rup/clauses.h"
#include <gtest/gtest.h>

namespace warplaw::rup {
namespace {

/// All clauses over two variables.
const Formula kSquare = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}};

struct Row {
  const char* name;
  Formula formula;
  const char* proof; ///< text
  const char* why;   ///< part of the reason; empty: it is accepted
};

TEST(Rup, RowByRow) {
  const Row rows[] = {
      {"a unit, and its negation follows", kSquare, "1 0\n", ""},
      {"the last step may be spelt out", kSquare, "1 0\n0\n", ""},
      {"comments", kSquare, "c 1 2 3 what\n1 0\nc end", ""},
      {"nothing is enough where units contradict each other", {{1}, {-1}}, "", ""},
      {"nothing is enough where the formula has the empty clause", {{1, 2}, {}}, "", ""},
      {"nothing", kSquare, "", "after its last step no contradiction follows"},
      {"a step that does not follow", {{1, 2}, {-1, 2}}, "1 0\n", "step 1 adds a clause that does not follow"},
      {"the empty clause at once", kSquare, "0\n", "step 1 adds a clause that does not follow"},
      {"it follows, and proves nothing", {{1, 2}, {1, -2}}, "1 0\n", "after its last step no contradiction follows"},
      {"what is needed is deleted", kSquare, "d 1 2 0\n1 0\n", "step 2 adds a clause that does not follow"},
      {"what is not needed any more is deleted", kSquare, "1 0\nd 1 2 0\nd -2 1 0\n", ""},
      {"a deletion names its clause in any order", kSquare, "1 0\nd 2 1 0\n", ""},
      {"a clause that is not there", kSquare, "d 1 0\n1 0\n", "step 1 deletes a clause that is not there"},
      {"twice deleted, once there", kSquare, "1 0\nd 1 2 0\nd 1 2 0\n", "step 3 deletes a clause that is not there"},
      {"twice deleted, twice there", {{1, 2}, {2, 1}, {1, -2}, {-1}}, "d 1 2 0\n1 0\n", ""},
      {"a clause with a literal twice", {{1, 1}, {-1, -1}}, "d 1 0\n", ""},
      {"a clause that is always true", kSquare, "1 -1 0\n1 0\n", ""},
      {"and helps nobody", {{1, -1}, {1}}, "-1 0\n", "step 1 adds a clause that does not follow"},
      {"a variable of its own", kSquare, "3 0\n1 0\n", "step 1 has a variable that the formula has not"},
      {"a step that keeps satisfiability alone (RAT)", {{1, 2}}, "-1 0\n", "step 1 adds a clause that does not follow"},
      {"garbage after the contradiction", kSquare, "1 0\nfoo\n", "byte 4: no literal"},
      {"no end", kSquare, "1", "byte 1: the proof ends within a step"},
      {"a number that is too large", kSquare, "99999999999 0\n", "byte 0: no literal"},
  };
  for (const Row& row : rows) {
    const Cnf cnf = cnfOf(row.formula, 2);
    const Checked checked = check(cnf, row.proof, DratFormat::Text);
    EXPECT_EQ(checked.proved, *row.why == '\0') << row.name << ": " << checked.reason;
    EXPECT_NE(checked.reason.find(row.why), std::string::npos) << row.name << ": " << checked.reason;
    EXPECT_EQ(naivelyProves(cnf, row.proof, DratFormat::Text), checked.proved) << row.name;
  }
}

TEST(Rup, BinaryProofsAreReadOrRejectedWithTheirByte) {
  const Cnf cnf = cnfOf(kSquare, 200);
  const auto reasonOf = [&](std::string_view bytes) { return check(cnf, bytes, DratFormat::Binary).reason; };
  EXPECT_EQ(reasonOf(std::string_view("a\2\0", 3)), "");
  EXPECT_EQ(reasonOf(std::string_view("a\2\0d\4\2\0", 7)), "");
  EXPECT_EQ(reasonOf(std::string_view("a\2\0x", 4)), "byte 3: neither 'a' nor 'd' begins a step");
  EXPECT_EQ(reasonOf("a\2"), "byte 2: the proof ends within a step");
  EXPECT_EQ(reasonOf("a\x82"), "byte 1: the proof ends within a step");
  EXPECT_EQ(reasonOf(std::string_view("a\1\0", 3)), "byte 1: no literal has this number");
  EXPECT_EQ(reasonOf(std::string_view("a\xff\xff\xff\xff\xff\1\0", 8)), "byte 1: a literal has over 32 bits");
  EXPECT_EQ(reasonOf(std::string_view("a\xff\xff\xff\xff\xf\0", 7)), "byte 1: no literal has this number");
  EXPECT_EQ(reasonOf(write({{false, {1, 150}}, {false, {1}}}, DratFormat::Binary)), ""); // numbers of two bytes
  EXPECT_EQ(reasonOf(write({{false, {150}}, {false, {1}}}, DratFormat::Binary)),
            "step 1 adds a clause that does not follow by unit propagation");
  EXPECT_EQ(reasonOf("1 0\n"), "byte 0: neither 'a' nor 'd' begins a step");
}

// What is assumed leaves no trace, whatever is taken away and moved together in between.
TEST(Rup, ClausesForgetWhatWasAssumed) {
  Clauses clauses(300);
  for (Literal i = 1; i < 300; ++i) // a chain: 1 implies 2 implies ...
    clauses.add(std::vector<Literal>{-i, i + 1});
  EXPECT_TRUE(clauses.assume(std::vector<Literal>{1}));
  EXPECT_EQ(clauses.value(300), 1);
  clauses.retract();
  EXPECT_EQ(clauses.value(300), 0);
  EXPECT_TRUE(clauses.imply(std::vector<Literal>{-1, 300}));
  EXPECT_FALSE(clauses.imply(std::vector<Literal>{-1, -300}));
  for (unsigned round = 0; round < 3000; ++round) { // more than enough to move clauses
    const std::vector<Literal> between{-10, static_cast<Literal>(20 + round % 200)};
    clauses.add(between);
    EXPECT_TRUE(clauses.remove(between));
  }
  EXPECT_TRUE(clauses.imply(std::vector<Literal>{-1, 300}));
  EXPECT_TRUE(clauses.remove(std::vector<Literal>{151, -150}));
  EXPECT_FALSE(clauses.imply(std::vector<Literal>{-1, 300}));
  EXPECT_TRUE(clauses.imply(std::vector<Literal>{-151, 300}));
  EXPECT_FALSE(clauses.assume(std::vector<Literal>{200, -250}));
  clauses.retract();
  EXPECT_FALSE(clauses.contradictory());
}

// Their hashes say little: what is taken away has just these literals.
TEST(Rup, NoClauseIsTakenForAnother) {
  constexpr Literal kVariables = 100;
  Clauses clauses(kVariables);
  for (Literal i = 2; i <= kVariables; ++i)
    for (Literal k = 2; k < i; ++k)
      clauses.add(std::vector<Literal>{i, k});
  for (Literal i = 2; i <= kVariables; ++i)
    for (Literal k = 2; k < i; ++k) {
      EXPECT_FALSE(clauses.remove(std::vector<Literal>{i, k, 1}));
      EXPECT_FALSE(clauses.remove(std::vector<Literal>{i, -k}));
      EXPECT_FALSE(clauses.remove(std::vector<Literal>{i, k, k - 1}));
    }
}

using Checks = std::function<bool(const Cnf&, std::string_view, DratFormat)>;

Formula randomFormula(Random& random, Literal variables) {
  Formula formula(static_cast<std::size_t>(variables) * (3 + below(random, 4)));
  for (std::vector<Literal>& clause : formula)
    for (unsigned n = 1 + std::min(2u, below(random, 12)); n > 0; --n) {
      const auto variable = static_cast<Literal>(1 + below(random, static_cast<std::size_t>(variables)));
      clause.push_back(random() % 2 == 0 ? variable : -variable);
    }
  return formula;
}

struct Fuzzed {
  std::size_t formulas = 0, satisfiable = 0, proofs = 0, accepted = 0;
  std::string wrong; ///< the first thing that is; empty: none
};

/// Random formulas; proofs of them, or, where one has a model, of a smaller one that has none; each spoiled in every
/// way.
Fuzzed fuzz(const Checks& checks, unsigned rounds, Literal most) {
  Fuzzed seen;
  Random random(4711);
  const auto see = [&](const Formula& formula, Literal variables, const std::string& bytes, DratFormat format) {
    const Cnf cnf = cnfOf(formula, variables);
    const bool accepts = checks(cnf, bytes, format);
    ++seen.proofs;
    seen.accepted += accepts;
    if (accepts && isSatisfiable(formula, static_cast<unsigned>(variables)))
      seen.wrong = "accepts a proof of a formula that has a model:\n" + dimacs(cnf) + bytes;
    else if (accepts != naivelyProves(cnf, bytes, format))
      seen.wrong =
          std::string(accepts ? "accepts" : "rejects") + " another proof than the slow one:\n" + dimacs(cnf) + bytes;
  };
  for (unsigned round = 0; round < rounds && seen.wrong.empty(); ++round) {
    const auto variables = static_cast<Literal>(2 + below(random, static_cast<std::size_t>(most - 1)));
    Formula formula = randomFormula(random, variables);
    const bool satisfiable = isSatisfiable(formula, static_cast<unsigned>(variables));
    ++seen.formulas;
    seen.satisfiable += satisfiable;
    Formula unsatisfiable = formula;
    while (isSatisfiable(unsatisfiable, static_cast<unsigned>(variables)))
      for (const std::vector<Literal>& clause : randomFormula(random, variables))
        unsatisfiable.push_back(clause);
    const Steps steps = Refutation(unsatisfiable, variables).steps();
    const DratFormat format = random() % 2 == 0 ? DratFormat::Text : DratFormat::Binary;
    see(formula, variables, write(steps, format), format);
    if (!satisfiable && !checks(cnfOf(formula, variables), write(steps, format), format))
      seen.wrong = "rejects a proof";
    for (const Spoiling how : kSpoilings)
      for (unsigned i = 0; i < 4 && seen.wrong.empty(); ++i)
        see(formula, variables, spoilt(steps, how, variables, format, random), format);
  }
  return seen;
}

TEST(Rup, AgreesWithTheSlowOneOnSpoiledProofs) {
  const Fuzzed seen =
      fuzz([](const Cnf& cnf, std::string_view bytes, DratFormat format) { return check(cnf, bytes, format).proved; },
           1500, 7);
  EXPECT_EQ(seen.wrong, "");
  EXPECT_GT(seen.satisfiable, 20u);
  EXPECT_GT(seen.formulas - seen.satisfiable, 20u);
  EXPECT_GT(seen.accepted, 300u);
  EXPECT_GT(seen.proofs - seen.accepted, 300u);
}

// The loop above is worth what it finds: a checker with any of these faults does not pass it.
TEST(Rup, PlantedFaultsAreNoticed) {
  for (const Fault fault : kFaults)
    EXPECT_NE(fuzz([fault](const Cnf& cnf, std::string_view bytes,
                           DratFormat format) { return naivelyProves(cnf, bytes, format, fault); },
                   300, 5)
                  .wrong,
              "")
        << static_cast<int>(fault);
}

// No slow checker at this size: all assignments are tried.
TEST(Rup, NoProofOfASatisfiableFormulaIsAccepted) {
  Random random(99);
  std::size_t satisfiable = 0, proved = 0;
  for (unsigned round = 0; round < 60; ++round) {
    constexpr Literal kVariables = 12;
    Formula formula(50 + below(random, 14));
    for (std::vector<Literal>& clause : formula)
      while (clause.size() < 3)
        if (const auto v = static_cast<Literal>(1 + below(random, kVariables));
            std::ranges::none_of(clause, [v](Literal l) { return std::abs(l) == v; }))
          clause.push_back(random() % 2 == 0 ? v : -v);
    Formula unsatisfiable = formula;
    while (isSatisfiable(unsatisfiable, kVariables)) {
      unsatisfiable.push_back(unsatisfiable[below(random, unsatisfiable.size())]);
      unsatisfiable.back()[below(random, 3)] *= -1;
    }
    const bool holds = isSatisfiable(formula, kVariables);
    satisfiable += holds;
    const Steps steps = Refutation(unsatisfiable, kVariables).steps();
    const Cnf cnf = cnfOf(formula, kVariables);
    EXPECT_EQ(check(cnf, write(steps, DratFormat::Binary), DratFormat::Binary).proved, !holds);
    for (const Spoiling how : kSpoilings)
      if (check(cnf, spoilt(steps, how, kVariables, DratFormat::Binary, random), DratFormat::Binary).proved) {
        ++proved;
        EXPECT_FALSE(holds) << dimacs(cnf);
      }
  }
  EXPECT_GT(satisfiable, 10u);
  EXPECT_GT(proved, 10u);
}

} // namespace
} // namespace warplaw::rup
