// Equalities of sums for all summands, against every value of every summand.
#include "proofs/engine/sums.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs {
namespace sums_test {
using symbolic::Assignment;
using symbolic::Bits;
using symbolic::Terms;

constexpr unsigned kWidth = 3, kSummands = 3, kConditions = 2;

class Sums : public testing::Test {
protected:
  Sums() {
    for (unsigned i = 0; i < kSummands; ++i)
      summands_.push_back(terms_.variable(kWidth, "x" + std::to_string(i)));
    for (unsigned i = 0; i < kConditions; ++i)
      conditions_.push_back(terms_.variable(1, "c" + std::to_string(i)));
  }

  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  Term condition() {
    const Term one = conditions_[below(kConditions)], other = conditions_[below(kConditions)];
    switch (below(3)) {
    case 0:
      return one;
    case 1:
      return ~one;
    default:
      return one & ~other;
    }
  }
  Term sum(unsigned depth) {
    if (depth == 0)
      return below(4) == 0 ? terms_.constant(kWidth, random_() % 8) : summands_[below(kSummands)];
    switch (below(11)) {
    case 0:
    case 1:
    case 2:
      return sum(depth - 1) + sum(depth - 1);
    case 3:
      return sum(depth - 1) - sum(depth - 1);
    case 4:
      return sum(depth - 1).negated();
    case 5:
      return sum(depth - 1) * terms_.constant(kWidth, random_() % 8);
    case 6:
      return sum(depth - 1).shl(terms_.constant(kWidth, random_() % 4));
    case 7:
      return sum(depth - 1).extract(1, 0).concat(terms_.constant(1, 0));
    case 8:
      return sum(depth - 1) * condition().zext(kWidth);
    case 9:
      return sum(depth - 1) & condition().sext(kWidth);
    default:
      return condition().ite(sum(depth - 1), sum(depth - 1));
    }
  }
  /// By trying them all.
  bool isAlwaysEqual(const Equality& equality, Assignment given) const {
    const std::vector<Term> both{equality.left, equality.right};
    for (unsigned values = 0; values < 1u << (kWidth * kSummands); ++values) {
      for (unsigned i = 0; i < kSummands; ++i)
        given["x" + std::to_string(i)] = values >> (kWidth * i) & 7;
      const auto now = symbolic::evaluate(both, given);
      if (now[0] != now[1])
        return false;
    }
    return true;
  }

  Terms terms_{symbolic::Folding::Constants}; // sums stay as they are written
  std::vector<Term> summands_, conditions_;
  std::mt19937_64 random_{1};
};

TEST_F(Sums, AreEqualForAllSummandsExactlyIfEachIsAddedEquallyOften) {
  unsigned equal = 0, unequal = 0;
  for (unsigned round = 0; round < 400; ++round) {
    const Term left = sum(4);
    // equal ones are rare: the same in another order, under some condition another
    const Equality equality{left, below(2) ? condition().ite(left + summands_[0] - summands_[0], sum(2)) : sum(4)};
    const std::vector<Equality> one{equality};
    const std::vector<Term> found = summandsOf(one, {});
    const std::vector<Term> holds = holdForAll(one, found);
    ASSERT_EQ(holds.size(), 1u);
    for (const Term variable : symbolic::variablesOf(holds))
      ASSERT_EQ(variable.width(), 1u) << "a summand is left over";
    for (unsigned given = 0; given < 1u << kConditions; ++given) {
      Assignment assignment;
      for (unsigned i = 0; i < kConditions; ++i)
        assignment["c" + std::to_string(i)] = given >> i & 1;
      const bool says = symbolic::evaluate(holds, assignment)[0] != 0;
      ASSERT_EQ(says, isAlwaysEqual(equality, assignment)) << "round " << round << ", conditions " << given;
      ++(says ? equal : unequal);
    }
  }
  EXPECT_GT(equal, 100u);
  EXPECT_GT(unequal, 100u);
}

TEST_F(Sums, WhatDecidesIsNoSummand) {
  const Term x = summands_[0], y = summands_[1], z = summands_[2];
  const auto names = [&](const Equality& equality, std::vector<Term> others) {
    std::string all;
    for (const Term variable : summandsOf(std::vector{equality}, others))
      all += variable.node()->name;
    return all;
  };
  EXPECT_EQ(names({x + y, z}, {}), "x0x1x2");
  EXPECT_EQ(names({x + y, z}, {y.eq(Bits(3))}), "x0x2") << "an assumption speaks of it";
  EXPECT_EQ(names({x.eq(y).ite(x, z), z}, {}), "x2") << "a condition reads them";
  EXPECT_EQ(names({x * y, z}, {}), "x2") << "a product of two";
  EXPECT_EQ(names({x.shl(y), z}, {}), "x2");
  EXPECT_EQ(names({(x & y) + z, z}, {}), "x2");
  EXPECT_EQ(names({x.zext(6), y.concat(z)}, {}), "");
}

/// What decides is added as well: apart it is a stronger question, and one that may be answered.
TEST_F(Sums, WhatIsAddedApartImpliesTheEquality) {
  unsigned held = 0;
  for (unsigned round = 0; round < 40; ++round) {
    const Term x = summands_[0], y = summands_[1], none = terms_.constant(kWidth, 0);
    const auto chosen = [&](Term of) {
      return x.ult(Bits(below(3))).ite(below(2) ? of : none, below(2) ? of + condition().ite(y, none) : of - y);
    };
    const std::vector<Equality> one{{chosen(x) + y, chosen(x) + sum(1)}}, other = apart(one, {});
    const std::vector<Term> found = summandsOf(other, {});
    const std::vector<Term> holds = holdForAll(other, found);
    for (unsigned given = 0; given < 1u << (kConditions + kSummands * kWidth); ++given) {
      Assignment assignment;
      for (unsigned i = 0; i < kConditions; ++i)
        assignment["c" + std::to_string(i)] = given >> i & 1;
      for (unsigned i = 0; i < kSummands; ++i)
        assignment["x" + std::to_string(i)] = given >> (kConditions + i * kWidth) & symbolic::onesOf(kWidth);
      if (symbolic::evaluate(holds, assignment)[0] == 0)
        continue;
      ++held;
      ASSERT_EQ(symbolic::evaluate(std::vector{one[0].left.eq(one[0].right)}, assignment)[0], 1u) << round;
    }
  }
  EXPECT_GT(held, 200u);
}

TEST_F(Sums, WhatDecidesStaysAVariable) {
  const Term x = summands_[0], y = summands_[1], c = conditions_[0];
  const std::vector<Equality> one{{c.ite(x, terms_.constant(kWidth, 0)) + y, x + y}};
  const std::vector<Term> holds = holdForAll(one, std::vector{x});
  for (unsigned given = 0; given < 16; ++given)
    EXPECT_EQ(symbolic::evaluate(holds, {{"c0", given & 1}, {"x1", given >> 1}})[0], Bits(given & 1));
}

} // namespace sums_test
} // namespace warplaw::proofs
