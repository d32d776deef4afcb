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

/// Variables and constants of 4 bits, and every operation on a few of them.
std::vector<Term> smallTerms(Terms& terms) {
  const Term x = terms.variable(4, "x"), y = terms.variable(4, "y"), h = terms.variable(2, "h"),
             c = terms.variable(1, "c");
  const auto k = [&](Bits value) { return terms.constant(4, value); };
  std::vector<Term> found = {x,  y,           k(0),      k(1),      k(6),      k(8),      k(15),
                             ~x, x.negated(), h.zext(4), h.sext(4), c.zext(4), c.sext(4), x.concat(y).extract(5, 2)};
  for (const Op op : {Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Lshr, Op::Ashr})
    for (const auto& [a, b] : {std::pair{x, y}, {x, h.zext(4)}, {x, k(6)}, {k(5), y}, {~x, x}})
      found.push_back(terms.make(op, 4, std::array{a, b}));
  for (const auto& [a, b] : {std::pair{x, y}, {x, h.zext(4)}, {k(3), x}, {k(1), k(0)}, {h.sext(4), k(14)}, {~x, k(9)}})
    for (const Term condition : {c, ~c, x.ult(y)})
      found.push_back(condition.ite(a, b));
  for (const Term low : {h, terms.constant(2, 0), terms.constant(2, 3), x.extract(1, 0), y.extract(2, 1)})
    for (const Term high : {x.extract(3, 2), c.zext(2), terms.constant(2, 2)})
      found.push_back(high.concat(low));
  found.push_back(terms.select(h, std::array{x, y, k(2)}));
  return found;
}

/// Every operation on every two of them, in every order: instances that nobody thought of for a rule.
TEST(Folding, KeepsTheMeaningOfEveryOperationOnEverySmallTerm) {
  Terms none(Folding::Nothing), all;
  const auto plain = smallTerms(none), folded = smallTerms(all);
  const Term c = none.variable(1, "c"), d = all.variable(1, "c");
  std::vector<Term> wanted, got;
  const auto both = [&](Op op, unsigned width, std::vector<Term> a, std::vector<Term> b, Bits value = 0) {
    wanted.push_back(none.make(op, width, a, value));
    got.push_back(all.make(op, width, b, value));
  };
  for (std::size_t i = 0; i < plain.size(); ++i) {
    for (const Op op : {Op::Not, Op::Neg})
      both(op, 4, {plain[i]}, {folded[i]});
    for (const Op op : {Op::Zext, Op::Sext})
      both(op, 7, {plain[i]}, {folded[i]});
    for (unsigned low = 0; low < 4; ++low)
      for (unsigned width = 1; low + width <= 4; ++width)
        both(Op::Extract, width, {plain[i]}, {folded[i]}, low);
    for (std::size_t j = 0; j < plain.size(); ++j) {
      for (const Op op : {Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Lshr, Op::Ashr})
        both(op, 4, {plain[i], plain[j]}, {folded[i], folded[j]});
      for (const Op op : {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle})
        both(op, 1, {plain[i], plain[j]}, {folded[i], folded[j]});
      both(Op::Concat, 8, {plain[i], plain[j]}, {folded[i], folded[j]});
      both(Op::Ite, 4, {c, plain[i], plain[j]}, {d, folded[i], folded[j]});
      both(Op::Select, 4, {plain[i], plain[j], plain[0], plain[j]}, {folded[i], folded[j], folded[0], folded[j]});
    }
  }
  for (unsigned bits = 0; bits < 1u << 11; bits += 37) { // shares no factor with 2^11: every variable takes every value
    const Assignment assignment{{"x", bits & 15}, {"y", bits >> 4 & 15}, {"h", bits >> 8 & 3}, {"c", bits >> 10}};
    const auto want = evaluate(wanted, assignment), is = evaluate(got, assignment);
    for (std::size_t i = 0; i < want.size(); ++i)
      ASSERT_TRUE(is[i] == want[i]) << "operation " << static_cast<int>(wanted[i].op()) << ", term " << i
                                    << ", assignment " << bits;
  }
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
