// What every operation means, against arithmetic written here with plain C++ integers, exhaustively at small widths;
// and the arena itself.
#include "fuzz/float_sum.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/operate.h"
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {

using Number = long long;

Number wrapped(Number n, unsigned width) { return ((n % (1 << width)) + (1 << width)) % (1 << width); }
Number asSigned(Number n, unsigned width) { return n < 1 << (width - 1) ? n : n - (1 << width); }
Number power(unsigned n) { return Number{1} << n; }
Number floorDivided(Number n, Number d) { return n >= 0 ? n / d : -((-n + d - 1) / d); }

/// The operation by bits: f on each pair of bits.
Number byBits(Number a, Number b, unsigned width, const std::function<bool(bool, bool)>& f) {
  Number result = 0;
  for (unsigned i = 0; i < width; ++i)
    result += f(a / power(i) % 2, b / power(i) % 2) ? power(i) : 0;
  return result;
}

struct Meaning {
  Op op;
  std::function<Number(Number a, Number b, unsigned width)> of;
};

const Meaning kBinary[] = {
    {Op::And, [](Number a, Number b, unsigned w) { return byBits(a, b, w, [](bool p, bool q) { return p && q; }); }},
    {Op::Or, [](Number a, Number b, unsigned w) { return byBits(a, b, w, [](bool p, bool q) { return p || q; }); }},
    {Op::Xor, [](Number a, Number b, unsigned w) { return byBits(a, b, w, [](bool p, bool q) { return p != q; }); }},
    {Op::Add, [](Number a, Number b, unsigned w) { return wrapped(a + b, w); }},
    {Op::Sub, [](Number a, Number b, unsigned w) { return wrapped(a - b, w); }},
    {Op::Mul, [](Number a, Number b, unsigned w) { return wrapped(a * b, w); }},
    {Op::Shl, [](Number a, Number b, unsigned w) { return wrapped(a * power(static_cast<unsigned>(b)), w); }},
    {Op::Lshr, [](Number a, Number b, unsigned) { return a / power(static_cast<unsigned>(b)); }},
    {Op::Ashr, [](Number a, Number b,
                  unsigned w) { return wrapped(floorDivided(asSigned(a, w), power(static_cast<unsigned>(b))), w); }},
    {Op::Eq, [](Number a, Number b, unsigned) -> Number { return a == b; }},
    {Op::Ult, [](Number a, Number b, unsigned) -> Number { return a < b; }},
    {Op::Ule, [](Number a, Number b, unsigned) -> Number { return a <= b; }},
    {Op::Slt, [](Number a, Number b, unsigned w) -> Number { return asSigned(a, w) < asSigned(b, w); }},
    {Op::Sle, [](Number a, Number b, unsigned w) -> Number { return asSigned(a, w) <= asSigned(b, w); }},
    {Op::Concat, [](Number a, Number b, unsigned w) { return a * power(w) + b; }},
};

unsigned resultWidth(Op op, unsigned width) {
  return op == Op::Concat ? 2 * width : op >= Op::Eq && op <= Op::Sle ? 1 : width;
}

/// The value of a term without variables, once as an unfolded term under the interpreter, once folded.
class EachFolding : public ::testing::TestWithParam<Folding> {
protected:
  Terms terms{GetParam()};
  Number valueOf(Term term) { return static_cast<Number>(evaluate(std::array{term}, {})[0]); }
  Term k(unsigned width, Number value) { return terms.constant(width, static_cast<Bits>(value)); }
};
INSTANTIATE_TEST_SUITE_P(Foldings, EachFolding, ::testing::Values(Folding::Nothing, Folding::Constants, Folding::All));

TEST_P(EachFolding, BinaryOperations) {
  for (const Meaning& meaning : kBinary)
    for (unsigned width = 1; width <= 5; ++width)
      for (Number a = 0; a < power(width); ++a)
        for (Number b = 0; b < power(width); ++b)
          ASSERT_EQ(
              valueOf(terms.make(meaning.op, resultWidth(meaning.op, width), std::array{k(width, a), k(width, b)})),
              meaning.of(a, b, width))
              << static_cast<int>(meaning.op) << " at width " << width << " of " << a << ", " << b;
}

TEST_P(EachFolding, UnaryOperationsAndChoices) {
  for (unsigned width = 1; width <= 5; ++width)
    for (Number a = 0; a < power(width); ++a) {
      ASSERT_EQ(valueOf(~k(width, a)), power(width) - 1 - a);
      ASSERT_EQ(valueOf(k(width, a).negated()), wrapped(-a, width));
      ASSERT_EQ(valueOf(terms.truth(true).ite(k(width, a), k(width, 0))), a);
      ASSERT_EQ(valueOf(terms.truth(false).ite(k(width, 0), k(width, a))), a);
      for (unsigned wide = width; wide <= width + 3; ++wide) {
        ASSERT_EQ(valueOf(k(width, a).zext(wide)), a);
        ASSERT_EQ(valueOf(k(width, a).sext(wide)), wrapped(asSigned(a, width), wide));
      }
      for (unsigned low = 0; low < width; ++low)
        for (unsigned high = low; high < width; ++high)
          ASSERT_EQ(valueOf(k(width, a).extract(high, low)), a / power(low) % power(high - low + 1));
    }
}

TEST_P(EachFolding, SelectReadsTheLastCellPastTheEnd) {
  for (unsigned width = 1; width <= 3; ++width)
    for (Number count = 1; count <= power(width); ++count) {
      std::vector<Term> cells;
      for (Number i = 0; i < count; ++i)
        cells.push_back(k(8, 10 + i));
      for (Number index = 0; index < power(width); ++index)
        ASSERT_EQ(valueOf(terms.select(k(width, index), cells)), 10 + std::min(index, count - 1));
    }
}

TEST_P(EachFolding, TheGreatestWidthWorks) {
  const Term x = terms.variable(128, "x"), one = terms.constant(128, 1);
  const Bits top = Bits{1} << 127;
  const Assignment assignment{{"x", top | 5}};
  const auto values = evaluate(
      std::array{x + x, x.ashr(one), x.lshr(one), x.slt(one), x.ult(one), x.negated(), x * x, x.shl(x)}, assignment);
  EXPECT_TRUE(values[0] == 10);
  EXPECT_TRUE(values[1] == (top | top >> 1 | 2));
  EXPECT_TRUE(values[2] == (top >> 1 | 2));
  EXPECT_TRUE(values[3] == 1);
  EXPECT_TRUE(values[4] == 0);
  EXPECT_TRUE(values[5] == top - 5);
  EXPECT_TRUE(values[6] == 25);
  EXPECT_TRUE(values[7] == 0);
}

// The interpreter computes with a processor's word where all fits into one, and only there.
TEST_P(EachFolding, WhatIsWiderThanAWordIsNotCut) {
  const Term x = terms.variable(128, "x"), y = terms.variable(128, "y"), low = terms.variable(64, "low");
  const Bits above = Bits{1} << 64;
  const Assignment assignment{{"x", above << 3 | 7}, {"y", 9}, {"low", Bits{1} << 63}};
  const auto values = evaluate(std::array{x.extract(127, 64), x.extract(67, 60), x.eq(y), x.ult(y), y.slt(x), y.ule(x),
                                          low.sext(65), low.concat(low), low.zext(65) + low.zext(65),
                                          terms.select(low.extract(63, 63), std::array{y, x})},
                               assignment);
  const Bits expected[] = {8, 0x80, 0, 0, 1, 1, above | above >> 1, (above | 1) << 63, above, above << 3 | 7};
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_TRUE(values[i] == expected[i]) << i;
}

TEST(Operate, ANarrowWordGivesWhatAWideOneDoes) {
  for (const Meaning& meaning : kBinary)
    for (const unsigned width : {1u, 2u, 7u, 31u, 32u, 33u, 63u, 64u}) {
      const bool joins = meaning.op == Op::Concat;
      const unsigned of = joins ? std::max(1u, width / 2) : width, to = joins ? 2 * of : resultWidth(meaning.op, width);
      const Bits ones = onesOf(of), top = Bits{1} << (of - 1);
      const Bits values[] = {0, 1, top, top - 1, ones, ones - 1, of & ones, (of - 1) & ones, ones / 3, ones / 5};
      for (const Bits a : values)
        for (const Bits b : values) {
          const Bits args[] = {a & ones, b & ones};
          const Bits wide = operate(meaning.op, to, args, of, 0);
          ASSERT_TRUE(operateIn<NarrowBits>(meaning.op, to, std::span(args), of, 0) == wide)
              << static_cast<int>(meaning.op) << " at width " << of;
          ASSERT_TRUE(wide <= onesOf(to));
        }
    }
}

TEST_P(EachFolding, FloatAddIsTheExactSumRoundedOnce) {
  std::mt19937 random(7);
  const auto draw = [&]() -> std::uint32_t {
    const auto any = static_cast<std::uint32_t>(random());
    switch (random() % 4) {
    case 0:
      return any & 0x80ffffff; // denormals, and the least normals
    case 1:
      return any | 0x7f000000; // the greatest, infinities, NaNs
    default:
      return (any & 0x8fffffff) | 0x40000000; // near enough to be rounded, and to cancel
    }
  };
  for (unsigned round = 0; round < 20000; ++round) {
    const std::uint32_t a = draw(), b = round % 5 == 0 ? (a ^ 0x80000000) + round % 3 : draw();
    const Term sum = k(32, a).floatAdd(k(32, b));
    ASSERT_EQ(sum.isConstant(), GetParam() != Folding::Nothing);
    ASSERT_EQ(valueOf(sum), fuzz::floatSum(a, b)) << std::hex << a << " + " << b;
  }
}

/// Nothing is known of its operands' grouping, nor of a neutral one.
TEST(Terms, FloatAddHasNoLawsToFoldingButOrder) {
  Terms terms;
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), c = terms.variable(32, "c");
  EXPECT_TRUE(a.floatAdd(b).same(a.floatAdd(b)));
  EXPECT_TRUE(a.floatAdd(b).same(b.floatAdd(a)));
  EXPECT_TRUE(a.floatAdd(b).floatAdd(c).same(c.floatAdd(b.floatAdd(a))));
  EXPECT_FALSE(a.floatLess(b).same(b.floatLess(a)));
  EXPECT_FALSE(a.floatAdd(b).floatAdd(c).same(a.floatAdd(b.floatAdd(c))));
  EXPECT_FALSE(a.floatAdd(terms.constant(32, 0)).same(a)); // -0 + 0 is 0
}

TEST(Evaluate, VariablesAndFunctions) {
  Terms terms;
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  const Term f = terms.apply(8, "f", std::array{x + 1, y});
  const Functions functions = [](std::string_view name, std::span<const Bits> args) {
    EXPECT_EQ(name, "f");
    EXPECT_EQ(args.size(), 2u);
    return args[0] * 1000 + args[1]; // is cut to 8 bits
  };
  EXPECT_TRUE(evaluate(std::array{f}, {{"x", 1}, {"y", 7}}, functions)[0] == (2007 & 255));
  EXPECT_TRUE(evaluate(std::array{f, x}, {{"x", 1}})[0] == 0); // no functions given
  EXPECT_TRUE(evaluate(std::array{y}, {})[0] == 0);            // absent variables are 0
  EXPECT_TRUE(evaluate(std::array{x}, {{"x", 0x1FF}})[0] == 0xFF);
}

TEST(Terms, EqualTermsAreOneNode) {
  for (const Folding folding : {Folding::Nothing, Folding::Constants, Folding::All}) {
    Terms terms(folding);
    const auto build = [&] {
      const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
      return x.ult(y).ite(x.lshr(y) * terms.constant(32, 7), terms.apply(32, "f", std::array{x}));
    };
    const Term first = build();
    const std::size_t size = terms.size();
    EXPECT_TRUE(first.same(build()));
    EXPECT_EQ(terms.size(), size);
    const Term x = terms.variable(32, "x");
    EXPECT_FALSE(terms.apply(32, "f", std::array{x}).same(terms.apply(32, "g", std::array{x})));
    EXPECT_FALSE(terms.apply(32, "f", std::array{x}).same(terms.apply(16, "f", std::array{x})));
    EXPECT_FALSE(terms.raw(Op::Extract, 8, std::array{x}, 1).same(terms.raw(Op::Extract, 8, std::array{x}, 2)));
  }
}

TEST(Terms, ArgumentsHaveSmallerIds) {
  Terms terms;
  const Term x = terms.variable(8, "x");
  const Term deep = (x.lshr(x) + x).ult(x).ite(x, x * x);
  for (unsigned i = 0; i < deep.node()->argCount; ++i)
    EXPECT_LT(deep.arg(i).node()->id, deep.node()->id);
}

TEST(Terms, OrderOfOperandsDoesNotMatterWhereItCannot) {
  Terms terms;
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  EXPECT_TRUE((x + y).same(y + x));
  EXPECT_TRUE((x & y).same(y & x));
  EXPECT_TRUE(x.eq(y).same(y.eq(x)));
  EXPECT_FALSE((x - y).same(y - x));
}

TEST(Terms, RawIsNotFoldedAtItsRoot) {
  Terms terms;
  const Term x = terms.variable(8, "x");
  EXPECT_EQ(terms.raw(Op::And, 8, std::array{x, terms.constant(8, 255)}).op(), Op::And);
  EXPECT_TRUE((x & Bits{255}).same(x)); // also when the raw node is there already
}

TEST(Terms, ManyTermsAndDeepOnes) {
  Terms terms;
  const Term y = terms.variable(32, "y");
  Term x = terms.variable(32, "x");
  for (int i = 0; i < 200'000; ++i)
    x = x.lshr(y) * y; // nothing here may recurse as deep as terms are
  EXPECT_GE(terms.size(), 400'000u);
  EXPECT_TRUE(evaluate(std::array{x}, {{"x", 3}, {"y", 0}})[0] == 0);
  EXPECT_EQ(variablesOf(std::array{x}).size(), 2u);
}

TEST(Terms, BalancedJunctions) {
  Terms terms;
  std::vector<Term> conditions;
  EXPECT_TRUE(terms.all(conditions).isTrue());
  EXPECT_TRUE(terms.any(conditions).isFalse());
  Assignment all, none;
  for (int i = 0; i < 9; ++i) {
    conditions.push_back(terms.variable(1, "c" + std::to_string(i)));
    all["c" + std::to_string(i)] = 1;
  }
  const std::array both{terms.all(conditions), terms.any(conditions)};
  EXPECT_EQ(evaluate(both, all), (std::vector<Bits>{1, 1}));
  EXPECT_EQ(evaluate(both, none), (std::vector<Bits>{0, 0}));
  all["c4"] = 0;
  EXPECT_EQ(evaluate(both, all), (std::vector<Bits>{0, 1}));
}

TEST(Substitute, ReplacesEverywhereAndFolds) {
  Terms terms;
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y"), z = terms.variable(8, "z");
  const Term t = x.ult(y).ite(x + y, x * z);
  EXPECT_TRUE(substitute(t, std::array{std::pair{x, terms.constant(8, 3)}, std::pair{y, terms.constant(8, 9)}})
                  .same(terms.constant(8, 12)));
  EXPECT_TRUE(substitute(t, std::array{std::pair{x * z, y}}).same(x.ult(y).ite(x + y, y)));
  EXPECT_TRUE(substitute(t, std::array{std::pair{x, y}, std::pair{y, x}}).same(y.ult(x).ite(x + y, y * z))); // at once
  EXPECT_TRUE(substitute(t, {}).same(t));
  EXPECT_TRUE(substitute(x, std::array{std::pair{x, z}}).same(z));
}

TEST(VariablesOf, ByIdAndOnce) {
  Terms terms;
  const Term b = terms.variable(8, "b"), a = terms.variable(8, "a"), unused = terms.variable(8, "unused");
  static_cast<void>(unused);
  const auto found = variablesOf(std::array{a + b, a});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].same(b));
  EXPECT_TRUE(found[1].same(a));
}

} // namespace
} // namespace warplaw::symbolic
