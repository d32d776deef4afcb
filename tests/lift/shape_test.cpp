// Ranges and congruences of terms never exclude a value that the term can have: random terms against the interpreter.
#include "check.h"
#include "symbolic/lift/shape.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::lift::test {
namespace {

class RandomTerms {
public:
  explicit RandomTerms(std::uint64_t seed) : engine_(seed) {
    for (unsigned i = 0; i < 4; ++i)
      pool_.push_back(terms_.variable(kWidths[i], "v" + std::to_string(i)));
  }

  void grow() {
    const Term a = any();
    switch (engine_() % 18) {
    case 0:
      return add(a.zext(std::min(64u, a.width() + below(40))));
    case 1:
      return add(a.sext(std::min(64u, a.width() + below(40))));
    case 2: {
      const unsigned low = below(a.width());
      return add(a.extract(low + below(a.width() - low), low));
    }
    case 3: {
      const Term b = any();
      if (a.width() + b.width() <= 64)
        add(a.concat(b));
      return;
    }
    case 4: {
      const unsigned zeros = 1 + below(8);
      if (a.width() + zeros <= 64)
        add(a.concat(terms_.constant(zeros, 0)));
      return;
    }
    case 5:
      return add(a + partner(a));
    case 6:
      return add(a - partner(a));
    case 7:
      return add(a * partner(a));
    case 8:
      return add(a & partner(a));
    case 9:
      return add(a | partner(a));
    case 10:
      return add(a ^ partner(a));
    case 11:
      return add(a.shl(terms_.constant(a.width(), below(a.width()))));
    case 12:
      return add(a.lshr(terms_.constant(a.width(), below(a.width()))));
    case 13:
      return add(any().bit(0).ite(a, partner(a)));
    case 14: {
      const std::array cells{a, partner(a), partner(a)};
      return add(terms_.select(any(2), cells));
    }
    default:
      return add(a * terms_.constant(a.width(), engine_() % 24));
    }
  }

  void check(unsigned rounds) {
    Shapes shapes;
    for (unsigned round = 0; round < rounds; ++round)
      holdsOf([&](Term term) { return shapes.of(term); }, assignment());
  }
  /// Where one variable has few values.
  void checkCases(unsigned rounds) {
    const unsigned few = 1 + below(3);
    FewValues values{{pool_[few], {}}};
    for (unsigned i = 0; i < 4; ++i)
      values.front().second.push_back(assignment().at(nameOf(few)));
    Shapes shapes;
    shapes.lookAtCases(values);
    for (unsigned round = 0; round < rounds; ++round) {
      Assignment one = assignment();
      one[nameOf(few)] = values.front().second[below(4)];
      holdsOf([&](Term term) { return shapes.closest(term); }, one);
    }
  }

  std::size_t size() const { return pool_.size(); }

private:
  static std::string nameOf(unsigned variable) { return "v" + std::to_string(variable); }
  Assignment assignment() {
    Assignment all;
    for (unsigned i = 0; i < 4; ++i)
      all[nameOf(i)] = (engine_() % 3 ? engine_() : ~std::uint64_t{0} - engine_() % 3) & symbolic::onesOf(kWidths[i]);
    return all;
  }
  template <class ShapeOf> void holdsOf(ShapeOf shapeOf, const Assignment& assignment) {
    const std::vector<Bits> values = symbolic::evaluate(pool_, assignment);
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      const Shape shape = shapeOf(pool_[i]);
      const auto v = static_cast<std::uint64_t>(values[i]);
      ASSERT_GE(v, shape.min);
      ASSERT_LE(v, shape.max);
      if (shape.modulus == 0)
        ASSERT_EQ(v, shape.residue);
      else
        ASSERT_EQ(v % shape.modulus, shape.residue) << "modulo " << shape.modulus;
    }
  }
  unsigned below(unsigned n) { return n == 0 ? 0 : static_cast<unsigned>(engine_() % n); }
  Term any() { return pool_[engine_() % pool_.size()]; }
  Term any(unsigned atLeast) {
    for (unsigned tries = 0; tries < 40; ++tries)
      if (const Term t = any(); t.width() >= atLeast)
        return t;
    return pool_[0].zext(64);
  }
  Term partner(Term a) {
    if (engine_() % 2)
      return terms_.constant(a.width(), engine_() >> engine_() % 64);
    const Term b = any();
    return b.width() >= a.width() ? b.extract(a.width() - 1, 0) : b.zext(a.width());
  }
  void add(Term t) {
    if (t.width() <= 64)
      pool_.push_back(t);
  }

  static constexpr unsigned kWidths[] = {3, 8, 32, 64};
  std::mt19937_64 engine_;
  Terms terms_;
  std::vector<Term> pool_;
};

TEST(LiftShape, NeverExcludesAValue) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    RandomTerms random(seed);
    for (unsigned i = 0; i < 250; ++i)
      random.grow();
    ASSERT_GT(random.size(), 60u);
    random.check(25);
    random.checkCases(10);
    if (HasFatalFailure())
      FAIL() << "seed " << seed;
  }
}

/// It also says something: an index masked to 5 bits and scaled by 4, from byte 384 on.
TEST(LiftShape, MaskedAndScaledIndex) {
  Terms terms;
  Shapes shapes;
  const Term index = (terms.variable(32, "i") & Bits{31}).zext(64);
  const Shape shape =
      Shapes::add(Shapes::multiply(shapes.of(index), Shapes::constant(4), 64), Shapes::constant(384), 64);
  EXPECT_EQ(shape.min, 384u);
  EXPECT_EQ(shape.max, 384u + 31 * 4);
  EXPECT_EQ(shape.modulus, 4u);
  EXPECT_EQ(shape.residue, 0u);
}

/// Lanes that a shuffle reads from: what hangs on a width, of which there are few, and what was compared before.
TEST(LiftShape, CasesTellThatALaneIsOne) {
  Terms terms;
  Shapes shapes;
  const Term width = terms.variable(32, "width"), lane = terms.variable(32, "lane");
  const Term inside = width - symbolic::Bits{1}, self = terms.constant(32, 21);
  const Term inSegment = (self & ~inside) | (lane & inside);
  const Term before = self - (lane & symbolic::Bits{31});
  const Term clamped = terms.constant(32, 16).sle(before).ite(before, self);
  EXPECT_GT(shapes.of(inSegment).max, 31u);
  EXPECT_GT(shapes.closest(inSegment).max, 31u);
  EXPECT_GT(shapes.of(clamped).max, 31u);
  shapes.lookAtCases({{width, {1, 2, 4, 8, 16, 32}}});
  EXPECT_EQ(shapes.closest(inSegment).min, 0u);
  EXPECT_EQ(shapes.closest(inSegment).max, 31u);
  EXPECT_EQ(shapes.closest(clamped).min, 16u);
  EXPECT_EQ(shapes.closest(clamped).max, 21u);
  const Term other = terms.variable(32, "other") - symbolic::Bits{1};
  EXPECT_GT(shapes.closest((self & ~other) | (lane & other)).max, 31u) << "of any width";
}

} // namespace
} // namespace warplaw::lift::test
