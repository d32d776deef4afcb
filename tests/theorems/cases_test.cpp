// A goal split into cases says no less than the goal, and with all indexes known exactly as much.
#include "proofs/statements/lifting.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace cases_test {

/// A table of eight 2-bit cells and two indexes into it.
class Cases : public ::testing::Test {
protected:
  Terms terms;
  Term first = terms.variable(3, "first"), second = terms.variable(3, "second"), flag = terms.variable(1, "flag");
  std::vector<Term> cells = [this] {
    std::vector<Term> all;
    for (unsigned k = 0; k < 8; ++k)
      all.push_back(terms.constant(2, k * 5 % 4));
    return all;
  }();
  Term goal = flag.ite(terms.select(first, cells), terms.select(second, cells)).ne(terms.constant(2, 3));

  Split casesOf(Term index) {
    Split cases;
    for (unsigned k = 0; k < 8; ++k)
      cases.push_back({index.eq(k), {{index, terms.constant(3, k)}}});
    return cases;
  }
  bool holds(Term term, unsigned bits, unsigned more = 0) {
    Assignment values{{"first", bits & 7}, {"second", bits >> 3 & 7}, {"flag", bits >> 6}};
    for (Term variable : symbolic::variablesOf(std::span(&term, 1)))
      if (variable.node()->name.starts_with("any."))
        values[std::string(variable.node()->name)] = more;
    return symbolic::evaluate(std::span(&term, 1), values)[0] == 1;
  }
};

TEST_F(Cases, WithEveryIndexKnownTheGoalIsTheSame) {
  const Term split = splitIntoCases(goal, {casesOf(first), casesOf(second)}, 4);
  for (unsigned bits = 0; bits < 128; ++bits)
    EXPECT_EQ(holds(split, bits), holds(goal, bits));
}

TEST_F(Cases, AnUnknownIndexMakesTheGoalStronger) {
  const Term split = splitIntoCases(goal, {casesOf(first)}, 4);
  unsigned stronger = 0;
  for (unsigned bits = 0; bits < 128; ++bits) {
    bool always = true;
    for (unsigned more = 0; more < 4; ++more)
      always = always && holds(split, bits, more);
    EXPECT_LE(always, holds(goal, bits)); // proved for any entry, so proved for the one that is there
    stronger += always != holds(goal, bits);
  }
  EXPECT_GT(stronger, 0u);
}

/// The own place or another one, once the other is known: what is read is one of two cells, and no table.
TEST_F(Cases, AChoiceOfTwoPlacesReadsNoTable) {
  const Term place = flag.ite(first, terms.constant(3, 2)) + terms.constant(3, 5);
  const Term chosen = terms.select(place, cells).ne(second.extract(1, 0));
  const Term split = splitIntoCases(chosen, {casesOf(first)}, 9);
  for (unsigned bits = 0; bits < 128; ++bits)
    EXPECT_EQ(holds(split, bits), holds(chosen, bits));
  const symbolic::Walk walk(std::span(&split, 1));
  EXPECT_TRUE(
      std::ranges::none_of(walk.nodes(), [](const symbolic::Node* n) { return n->op == symbolic::Op::Select; }));
}

TEST_F(Cases, SmallTablesAreKept) {
  const Term split = splitIntoCases(goal, {casesOf(first)}, 9);
  for (unsigned bits = 0; bits < 128; ++bits)
    EXPECT_EQ(holds(split, bits), holds(goal, bits));
}

TEST_F(Cases, ForgottenCasesSayLess) {
  Split some = casesOf(first);
  some.pop_back();
  const Term split = splitIntoCases(goal, {some}, 9);
  unsigned lost = 0;
  for (unsigned bits = 0; bits < 128; ++bits)
    lost += holds(split, bits) && !holds(goal, bits);
  EXPECT_GT(lost, 0u); // why exhaustiveness is an obligation of its own
}

} // namespace cases_test
} // namespace warplaw::proofs
