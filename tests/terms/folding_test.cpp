// Folding changes no meaning: random programs, built under every kind of folding, agree under the plain interpreter.
#include "random_terms.h"
#include <gtest/gtest.h>

namespace warplaw::symbolic {
namespace {

/// A function with no regularity, for uninterpreted functions.
Bits scrambled(std::string_view name, std::span<const Bits> args) {
  std::uint64_t h = name.size();
  for (const Bits arg : args)
    h = (h ^ static_cast<std::uint64_t>(arg)) * 0x9E3779B97F4A7C15u, h ^= h >> 31;
  return h;
}

void expectAgreement(Random& random, const Shape& shape, int programs, std::size_t* folded = nullptr) {
  for (int n = 0; n < programs; ++n) {
    const RandomTerms program = randomTerms(random, shape);
    Terms none(Folding::Nothing), constants(false), all(true);
    const auto plain = program.build(none), half = program.build(constants), full = program.build(all);
    if (folded)
      for (std::size_t i = 0; i < plain.size(); ++i)
        *folded += plain[i].op() != full[i].op();
    for (int round = 0; round < 8; ++round) {
      const Assignment assignment = randomAssignment(random, program);
      const auto want = evaluate(plain, assignment, scrambled);
      ASSERT_EQ(evaluate(half, assignment, scrambled), want) << "program " << n;
      const auto got = evaluate(full, assignment, scrambled);
      for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_TRUE(got[i] == want[i]) << "program " << n << ", step " << i << ", operation "
                                       << static_cast<int>(plain[i].op());
    }
  }
}

TEST(Folding, KeepsTheMeaningOfRandomTerms) {
  Random random(1);
  std::size_t folded = 0;
  expectAgreement(random, {.applications = true}, 3000, &folded);
  EXPECT_GT(folded, 3000u); // it is no agreement of two that do the same
}

TEST(Folding, KeepsTheMeaningAtTinyWidths) {
  Random random(2);
  expectAgreement(random, {.widths = {1, 1, 2, 2, 3, 4}, .steps = 30}, 3000);
}

TEST(Folding, KeepsTheMeaningAtTheGreatestWidths) {
  Random random(3);
  expectAgreement(random, {.widths = {1, 7, 65, 127, 128, 128}, .steps = 30}, 1000);
}

TEST(Folding, NoFoldStillDecidesConstants) {
  Terms terms(false);
  const Term x = terms.variable(8, "x");
  EXPECT_FALSE(terms.folds());
  EXPECT_EQ((x + 0).op(), Op::Add); // an identity, not a constant
  EXPECT_EQ((terms.constant(8, 200) + terms.constant(8, 100)).value(), Bits{44});
  EXPECT_TRUE(terms.truth(false).ite(x, terms.constant(8, 3)).isConstant());
  EXPECT_TRUE((x & Bits{0}).isConstant());
  EXPECT_TRUE(terms.select(terms.constant(2, 1), std::array{x, terms.constant(8, 9), x}).isConstant());
}

/// Without a memory for extracts this takes time exponential in the depth.
TEST(Folding, DescendsThroughSharedOperationsInLinearTime) {
  Terms terms;
  Term x = terms.variable(32, "x");
  const Term y = terms.variable(32, "y"), c = terms.variable(1, "c");
  for (int i = 0; i < 200; ++i)
    x = c.ite(x.shl(y) | x, (x.lshr(y) ^ x) & x);
  EXPECT_EQ(x.bit(7).width(), 1u);
  EXPECT_LT(terms.size(), 20'000u);
}

} // namespace
} // namespace warplaw::symbolic
