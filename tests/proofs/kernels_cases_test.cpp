// What is known before a solver is asked, and statements of narrower words, against every value that there is.
#include "proofs/kernels/cases.h"
#include "proofs/kernels/for_all_orders.h"
#include "symbolic/terms/evaluator.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs::kernels {
namespace {
using symbolic::Bits;
using symbolic::Evaluator;

constexpr unsigned kWidth = 4;

/// Random terms over three variables of four bits; every value of these can be tried.
class RandomTerms {
public:
  RandomTerms(Terms& terms, std::uint64_t seed) : terms_(terms), dice_(seed) {
    for (const char* const name : {"x", "y", "z"})
      variables_.push_back(terms.variable(kWidth, name));
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(dice_() % n); }
  Term variable() { return variables_[below(3)]; }
  Term constant() { return terms_.constant(kWidth, dice_() & symbolic::onesOf(kWidth)); }

  Term condition(unsigned depth) {
    if (depth == 0 || below(3) == 0) {
      const Term a = variable(), b = below(3) == 0 ? constant() : variable();
      return below(3) == 0 ? a.eq(b) : isSigned_ ? a.slt(b) : a.ult(b);
    }
    const Term a = condition(depth - 1), b = condition(depth - 1);
    switch (below(4)) {
    case 0:
      return a & b;
    case 1:
      return a | b;
    case 2:
      return ~a;
    default:
      return a.ite(b, condition(depth - 1));
    }
  }
  /// One of a few constants, and what is computed of such.
  Term few(unsigned depth) {
    if (depth == 0)
      return constant();
    const Term a = few(depth - 1), b = few(depth - 1);
    switch (below(5)) {
    case 0:
      return a + b;
    case 1:
      return a.shl(b);
    case 2:
      return a.extract(1, 0).zext(kWidth) ^ b;
    default:
      return condition(1).ite(a, b);
    }
  }
  /// Chosen from variables, by comparisons of such.
  Term chosen(unsigned depth, bool isBound) {
    if (depth == 0)
      return below(isBound ? 9 : 4) == 0 && !isBound ? constant() : variable();
    const Term a = chosen(depth - 1, isBound), b = chosen(depth - 1, isBound);
    const Term isLess = isSigned_ ? a.slt(b) : a.ult(b);
    if (isBound)
      return below(2) ? isLess.ite(a, b) : isLess.ite(b, a);
    return (below(2) ? isLess : condition(1)).ite(a, chosen(depth - 1, isBound));
  }
  Term statement() {
    isSigned_ = below(2) != 0;
    const bool isBound = below(2) != 0;
    const auto one = [&] {
      const unsigned depth = 1 + below(3);
      const Term a = chosen(depth, isBound), b = chosen(depth, isBound);
      return below(2) ? a.eq(b) : isSigned_ ? ~b.slt(a) : ~b.ult(a);
    };
    return below(2) ? one() : one() & one();
  }

private:
  Terms& terms_;
  std::mt19937_64 dice_;
  std::vector<Term> variables_;
  bool isSigned_ = false;
};

template <class Look> void forAllValues(std::span<const Term> roots, const Look& look) {
  const Evaluator evaluator(roots);
  std::vector<Bits> values(evaluator.variables().size());
  const auto each = [&](auto& self, std::size_t at) -> void {
    if (at == values.size())
      return look(evaluator(values), values, evaluator.variables());
    for (Bits value = 0; value <= symbolic::onesOf(evaluator.variables()[at].width()); ++value) {
      values[at] = value;
      self(self, at + 1);
    }
  };
  each(each, 0);
}

TEST(KernelsCases, WhatIsDecidedIsSo) {
  Terms terms;
  unsigned decided = 0, chosen = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomTerms random(terms, seed);
    const Term a = random.few(3), b = random.few(2), condition = random.condition(2);
    const Term question = condition & (random.below(2) ? a.ult(b) : a.eq(b));
    Cases cases(terms);
    const Term answer = cases.decided(question), within = cases.within(condition, a);
    decided += answer.isConstant() && !question.isConstant();
    chosen += !within.same(a);
    forAllValues(std::vector{question, answer, condition, a, within}, [&](const std::vector<Bits>& is, auto&&...) {
      ASSERT_EQ(is[0], is[1]) << seed;
      if (is[2] == 1)
        ASSERT_EQ(is[3], is[4]) << seed;
    });
  }
  EXPECT_GT(decided, 20u);
  EXPECT_GT(chosen, 100u);
}

TEST(KernelsCases, BoundsOfABinarySearchEnd) {
  Terms terms;
  Cases cases(terms);
  Term low = terms.constant(8, 0), high = terms.constant(8, 8);
  for (unsigned turn = 0; turn < 4; ++turn) {
    ASSERT_FALSE(cases.decided(low.ult(high)).isFalse()) << turn;
    const Term middle = (low + high).lshr(terms.constant(8, 1));
    const Term isAbove = terms.variable(8, "word " + std::to_string(turn)).ult(Bits(7));
    high = (low.ult(high) & ~isAbove).ite(middle, high);
    low = (low.ult(high) & isAbove).ite(middle + Bits(1), low);
  }
  EXPECT_TRUE(cases.decided(low.ult(high)).isFalse());
}

/// And nearly always only then: above the greatest constant there may be more narrow words than words.
TEST(KernelsOrders, StatementsHoldIfNarrowOnesDo) {
  Terms terms;
  unsigned narrowed = 0, held = 0, failed = 0, lost = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Term statement = RandomTerms(terms, seed).statement();
    const auto orders = forAllOrders(statement);
    if (!orders || statement.isConstant())
      continue;
    ++narrowed;
    bool holds = true, holdsNarrow = true;
    forAllValues(std::vector{statement}, [&](const std::vector<Bits>& is, auto&&...) { holds &= is[0] == 1; });
    symbolic::Assignment model;
    forAllValues(std::vector{orders->holds}, [&](const std::vector<Bits>& is, const auto& values, const auto& names) {
      if (is[0] == 1 || !holdsNarrow)
        return;
      holdsNarrow = false;
      for (std::size_t i = 0; i < names.size(); ++i)
        model[std::string(names[i].node()->name)] = values[i];
    });
    ASSERT_TRUE(holds || !holdsNarrow) << seed;
    ++(holds ? held : failed);
    if (!holdsNarrow && !holds) // what fails is shown by words
      EXPECT_EQ(symbolic::evaluate(std::vector{statement}, orders->widened(model))[0], 0u) << seed;
    lost += holds && !holdsNarrow;
  }
  EXPECT_GT(narrowed, 300u);
  EXPECT_GT(held, 30u);
  EXPECT_GT(failed, 100u);
  EXPECT_LT(lost, 10u);
}

/// The greatest of words and of their complements have different thresholds: no bits are made of them.
TEST(KernelsOrders, WhatStandsBothWaysIsLeftAsItIs) {
  Terms terms;
  const Term x = terms.variable(32, "p"), y = terms.variable(32, "q");
  const auto greatest = [](Term a, Term b) { return a.ult(b).ite(b, a); };
  EXPECT_FALSE(forAllOrders(greatest(x, ~x).eq(greatest(y, ~y))).has_value());
  EXPECT_FALSE(forAllOrders(greatest(x, y).eq(x + y)).has_value());
}

} // namespace
} // namespace warplaw::proofs::kernels
