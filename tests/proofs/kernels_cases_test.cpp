// What is known before a solver is asked, simpler questions, and statements of narrower words, against every value that
// there is.
#include "proofs/kernels/cases.h"
#include "proofs/kernels/counts.h"
#include "proofs/kernels/for_all_orders.h"
#include "proofs/kernels/simplified.h"
#include "proofs/kernels/stages.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace warplaw::proofs::kernels {
namespace {
using symbolic::Bits;
using symbolic::Evaluator;

constexpr unsigned kWidth = 4;
constexpr std::uint64_t kWithNumbers = 600; ///< seeds from here on have a number beside variables that are bounds

/// Random terms over three variables of four bits; every value of these can be tried.
class RandomTerms {
public:
  RandomTerms(Terms& terms, std::uint64_t seed)
      : terms_(terms), dice_(seed), number_(seed < kWithNumbers ? kNone : seed % kNone) {
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
      return below(isBound ? 9 : 4) != 0 || (isBound && number_ == kNone) ? variable()
             : isBound                                                    ? terms_.constant(kWidth, number_)
                                                                          : constant();
    const Term a = chosen(depth - 1, isBound), b = chosen(depth - 1, isBound);
    Term isLess = isSigned_ ? a.slt(b) : a.ult(b);
    if (isBound && below(3) == 0) // of equal ones it may be either
      isLess = below(2) ? isLess | (a.eq(b) & condition(0))
                        : ~((isSigned_ ? b.slt(a) : b.ult(a)) | (condition(0) & a.eq(b)));
    if (isBound)
      return below(2) ? isLess.ite(a, b) : isLess.ite(b, a);
    return (below(2) ? isLess : condition(1)).ite(a, chosen(depth - 1, isBound));
  }
  /// Sums and masks that share what they are made of.
  Term mixed(unsigned depth) {
    if (depth == 0)
      return below(4) == 0 ? constant() : below(3) == 0 ? condition(0).zext(kWidth) : variable();
    const Term a = mixed(depth - 1), b = mixed(depth - 1);
    switch (below(8)) {
    case 0:
      return a ^ b;
    case 1:
      return a - b;
    case 2:
      return a ^ condition(1).sext(kWidth);
    case 3:
      return condition(1).ite(a, b);
    case 4:
      return (below(2) ? condition(0).zext(2) + condition(0).zext(2) : a.extract(1, 0) + b.extract(1, 0)).zext(kWidth);
    case 5:
      return a.extract(2, 0).concat(terms_.constant(1, 1));
    default:
      return a + b;
    }
  }
  Term question() {
    const Term one = mixed(1 + below(2)), other = mixed(below(3));
    const Term last = below(2) ? condition(1).ite(other, one) : condition(1).ite(one, other);
    const Term alike = below(8) == 0   ? (one + other).ult(Bits(2))
                       : below(4) == 0 ? condition(1).ite(one, other).eq(last)
                                       : one.eq(below(2) ? other : other + one);
    const Term beside = condition(2);
    switch (below(4)) {
    case 0:
      return alike & beside;
    case 1:
      return ~alike | beside;
    case 2:
      return alike ^ beside;
    default:
      return (alike & condition(1)) | (beside & variable().eq(variable()));
    }
  }
  /// Three words after a few exchanges, some of which are wrong: in order, and as often a constant as they were.
  Term sorted() {
    isSigned_ = below(2) != 0;
    std::vector<Term> words = variables_;
    const bool isNetwork = below(3) == 0;
    for (unsigned i = 0; i < 3 + below(2); ++i) {
      Term &a = words[i % 2], &b = words[i % 2 + 1];
      const bool isWrong = below(20) == 0;
      const Term first = a, second = b, least = isSigned_ ? b.slt(a) : b.ult(a),
                 other = isSigned_ ? a.slt(b) : a.ult(b);
      a = (isWrong ? condition(1) : least).ite(second, first);
      if (below(6) != 0) // else all is kept only of words that are in order
        b = (below(2) ? ~other : least).ite(first, second);
      if (below(6) == 0 && !isNetwork)
        std::swap(a, b);
    }
    const Term with = below(2) ? constant() : variable(); // which is one of those that are counted
    std::vector<Term> all;
    Term before = terms_.constant(kWidth, 0), after = before;
    for (unsigned i = 0; i < 3; ++i) {
      before = before + variables_[i].eq(with).zext(kWidth);
      after = after + words[i].eq(with).zext(kWidth);
      if (i < 2)
        all.push_back(~(isSigned_ ? words[i + 1].slt(words[i]) : words[i + 1].ult(words[i])));
    }
    return below(2) ? after.eq(before) : terms_.all(all) & after.eq(before);
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
  static constexpr Bits kNone = Bits{1} << kWidth;
  const Bits number_;
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
  unsigned decided = 0, chosen = 0, leftOut = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomTerms random(terms, seed);
    const Term a = random.few(3), b = random.few(2), condition = random.condition(2);
    const Term question = condition & (random.below(2) ? a.ult(b) : a.eq(b));
    Cases cases(terms);
    const Term answer = cases.decided(question), within = cases.within(condition, a);
    const Term word = random.chosen(3, false), less = cases.chosenWithin(condition, word);
    decided += answer.isConstant() && !question.isConstant();
    chosen += !within.same(a);
    leftOut += !less.same(word);
    forAllValues(std::vector{question, answer, condition, a, within, word, less},
                 [&](const std::vector<Bits>& is, auto&&...) {
                   ASSERT_EQ(is[0], is[1]) << seed;
                   if (is[2] == 1) {
                     ASSERT_EQ(is[3], is[4]) << seed;
                     ASSERT_EQ(is[5], is[6]) << seed;
                   }
                 });
  }
  EXPECT_GT(decided, 20u);
  EXPECT_GT(chosen, 100u);
  EXPECT_GT(leftOut, 20u);
}

/// Where words have few values, a condition is decided if it holds for each of these, whatever the other words are.
TEST(KernelsCases, WhatIsDecidedOfFewValuesIsSo) {
  Terms terms;
  unsigned decided = 0, chosen = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomTerms random(terms, seed);
    Term a = random.few(2) + random.variable(), condition = random.condition(2);
    const Term question = condition & (random.below(2) ? a.ult(random.few(1)) : a.eq(random.few(1)));
    std::vector<Bits> values;
    for (Bits value = random.below(4); value < 16; value += 1 + random.below(8))
      values.push_back(value);
    Cases cases(terms);
    cases.isOneOf(terms.variable(kWidth, "x"), values);
    cases.isOneOf(terms.variable(kWidth, "y"), std::array{Bits{3}});
    const Term answer = cases.decided(question), within = cases.within(condition, a);
    decided += answer.isConstant() && !question.isConstant();
    chosen += !within.same(a);
    forAllValues(std::vector{question, answer, condition, a, within},
                 [&](const std::vector<Bits>& is, const auto& given, const auto& names) {
                   for (std::size_t i = 0; i < names.size(); ++i)
                     if ((names[i].node()->name == "x" && std::ranges::count(values, given[i]) == 0) ||
                         (names[i].node()->name == "y" && given[i] != 3))
                       return;
                   ASSERT_EQ(is[0], is[1]) << seed;
                   if (is[2] == 1)
                     ASSERT_EQ(is[3], is[4]) << seed;
                 });
  }
  EXPECT_GT(decided, 20u);
  EXPECT_GT(chosen, 50u);
}

TEST(KernelsSimplified, ItHasTheValueOfWhatIsGiven) {
  Terms terms;
  unsigned changed = 0, known = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Term question = RandomTerms(terms, seed).question(), simple = simplified(question);
    changed += !simple.same(question);
    known += simple.isConstant() && !question.isConstant();
    forAllValues(std::vector{question, simple},
                 [&](const std::vector<Bits>& is, auto&&...) { ASSERT_EQ(is[0], is[1]) << seed; });
  }
  EXPECT_GT(changed, 120u);
  EXPECT_GT(known, 10u);
}

/// Places of lanes that are counted: of two that are there the later one's place is another.
TEST(KernelsSimplified, WhatIsSharedFallsAway) {
  Terms terms;
  const auto bit = [&](unsigned i) { return terms.variable(1, "b" + std::to_string(i)); };
  const Term base = terms.variable(32, "base"), x = terms.variable(32, "x"), y = terms.variable(32, "y");
  const Term low = bit(0).zext(2) + bit(1).zext(2), high = bit(2).zext(2) + bit(3).zext(2);
  const Term first = base + low.zext(32), last = (low.zext(3) + high.zext(3)).zext(32) + base;
  EXPECT_TRUE(simplified(first.eq(last) & bit(2)).isFalse());
  EXPECT_FALSE(simplified(first.eq(last) & ~bit(2)).isConstant());
  EXPECT_TRUE(simplified((x ^ bit(0).sext(32)).eq(x ^ bit(1).sext(32)) ^ bit(0).eq(bit(1))).isFalse());
  EXPECT_TRUE(simplified((x.eq(y) & x.eq(base)).implies(y.eq(base))).isTrue());
}

TEST(KernelsSimplified, AStatementOfEachValueImpliesIt) {
  Terms terms;
  const Term n = terms.variable(8, "n"), x = terms.variable(3, "x");
  unsigned held = 0;
  for (Bits turn = 0; turn < 54; ++turn) {
    const Bits most = 1 + turn / 2 * 3;
    const std::vector<Term> below{~n.eq(Bits(0)), ~terms.constant(8, most).ult(n)};
    const std::vector<Term> between{terms.constant(8, 0).slt(n), ~terms.constant(8, most).slt(n)};
    const std::vector<Term>& required = turn % 2 ? between : below;
    const Term statement = n.ult(Bits(20)) | x.eq(x & Bits(6)) | n.extract(0, 0).eq(Bits(0));
    const auto count = valuesOf(n, required);
    ASSERT_EQ(count.has_value(), most < 65) << static_cast<unsigned>(most);
    if (!count)
      continue;
    EXPECT_EQ(*count, most + 1);
    const Term each = forEachValue(statement, required, n, *count), whole = terms.all(required).implies(statement);
    bool eachHolds = true, wholeHolds = true;
    forAllValues(std::vector{each, whole}, [&](const std::vector<Bits>& is, auto&&...) {
      eachHolds &= is[0] == 1;
      wholeHolds &= is[1] == 1;
    });
    EXPECT_EQ(eachHolds, wholeHolds) << static_cast<unsigned>(most);
    held += eachHolds;
  }
  EXPECT_GT(held, 3u);
  // few of the small values say nothing of the others
  EXPECT_FALSE(valuesOf(n, std::vector{(n & Bits(31)).eq(Bits(0))}));
  EXPECT_FALSE(valuesOf(n, std::vector{n.ult(Bits(100)), terms.constant(8, 5).ult(n), x.zext(8).ult(Bits(9))}));
  EXPECT_EQ(valuesOf(n, std::vector{n.ult(Bits(100)) & n.ult(Bits(9))}), 9u);
  // nor does a bound of numbers with a sign, without one below
  const Term isBelow9 = n.slt(terms.constant(8, 9)), isNegative = n.slt(terms.constant(8, 0));
  EXPECT_FALSE(valuesOf(n, std::vector{isBelow9}));
  EXPECT_FALSE(valuesOf(n, std::vector{isBelow9, terms.constant(8, 0xfe).slt(n)}));
  EXPECT_EQ(valuesOf(n, std::vector{isBelow9, ~isNegative}), 9u);
}

/// A word is one of those that it is chosen from; if one of them is left out, it may be none of the others.
TEST(KernelsSimplified, AWordIsOneOfThoseItIsChosenFrom) {
  Terms terms;
  const auto bit = [&](const char* name) { return terms.variable(1, name); };
  const Term x = terms.variable(kWidth, "x"), y = terms.variable(kWidth, "y"), z = terms.variable(kWidth, "z"),
             seven = terms.constant(kWidth, 7);
  const Term first = bit("p").ite(x, y), word = bit("q").ite(first, bit("r").ite(seven, first + z));
  const auto isOneOf = [&](Term of, const std::vector<Term>& words) {
    std::vector<Term> all;
    for (const Term one : words)
      all.push_back(of.eq(one));
    return simplified(terms.any(all));
  };
  EXPECT_TRUE(isOneOf(word, {x, y, seven, first + z}).isTrue());
  for (const Term left : {x, y, seven, first + z}) {
    std::vector<Term> others{x, y, seven, first + z};
    std::erase_if(others, [&](Term one) { return one.same(left); });
    EXPECT_FALSE(isOneOf(word, others).isTrue());
  }
  const Term last = bit("q").ite(first, z); // its last choice stands as a condition
  EXPECT_TRUE(isOneOf(last, {x, y, z}).isTrue());
  EXPECT_FALSE(isOneOf(last, {x, z}).isTrue());
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
  for (std::uint64_t seed = 0; seed < 2 * kWithNumbers; ++seed) {
    const Term statement = RandomTerms(terms, seed).statement();
    const auto orders = forAllOrders(statement);
    if (!orders || statement.isConstant())
      continue;
    ++narrowed;
    bool holds = true, holdsNarrow = true;
    symbolic::Assignment model, words;
    forAllValues(std::vector{statement}, [&](const std::vector<Bits>& is, const auto& values, const auto& names) {
      holds &= is[0] == 1;
      for (std::size_t i = 0; is[0] == 0 && i < names.size(); ++i)
        words[std::string(names[i].node()->name)] = values[i];
    });
    if (!holds) // of the statement itself there may be a model, too
      EXPECT_EQ(orders->widened(words), words) << seed;
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

/// By De Morgan's law, where that is another term than ~one.
Term opposite(Term one) { return one.op() == symbolic::Op::Or ? ~one.arg(0) & ~one.arg(1) : ~one; }

/// A sum of conditions, and perhaps a number.
Term count(RandomTerms& random, Terms& terms, const std::vector<Term>& conditions) {
  Term sum = terms.constant(8, random.below(3));
  for (const Term& one : conditions)
    if (random.below(3) != 0) {
      const Term condition = random.below(4) ? one : opposite(one);
      sum = sum + (random.below(2) ? condition.zext(8) : condition.ite(terms.constant(8, 1), terms.constant(8, 0)));
      if (random.below(8) == 0)
        sum = sum + opposite(condition).zext(8);
    }
  return sum;
}

/// With the numbers that they stand for, and what is so of these words, all that is known of them holds.
TEST(KernelsCounts, WhatIsKnownOfSumsIsSo) {
  Terms terms;
  unsigned counted = 0, compared = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomTerms random(terms, seed);
    std::vector<Term> conditions;
    while (conditions.size() < 7) {
      const Term a = random.variable(), b = random.variable();
      conditions.push_back(random.below(5) == 0   ? a.eq(b) | random.variable().ult(b)
                           : random.below(4) == 0 ? a.extract(0, 0)
                           : random.below(3) == 0 ? a.eq(b)
                           : seed % 3 == 0        ? a.slt(b)
                                                  : a.ult(b));
    }
    std::vector<Term> sums, cells;
    for (unsigned i = 0; i < 4; ++i)
      sums.push_back(count(random, terms, conditions));
    for (Bits i = 0; i < 6; ++i)
      cells.push_back(sums[0].eq(i).ite(random.variable(),
                                        (sums[1].eq(i) & conditions[0]).ite(random.variable(), random.variable())));
    Term statement =
        (seed % 4 ? sums[0].ult(sums[1]) : sums[0].slt(sums[1])) | sums[1].eq(sums[2]) | sums[2].eq(Bits(3));
    if (seed % 2 == 0)
      statement = statement ^ terms.select(sums[3], cells).eq(random.variable());
    if (seed % 5 == 0) // it is no comparison alone
      statement = statement | (sums[3] ^ sums[1]).ult(sums[0]);
    const auto made = byCounts(statement);
    if (!made)
      continue;
    ++counted;
    // where each variable of what is asked comes from: a word, a count, a condition, or which of two is less
    std::vector<Term> roots{statement};
    std::map<std::string, std::size_t, std::less<>> places;
    const auto add = [&](std::string_view name, Term term) {
      places.emplace(name, roots.size());
      roots.push_back(term);
    };
    for (const Term one : symbolic::variablesOf(std::array{statement}))
      add(one.node()->name, one);
    for (const auto& [variable, sum] : made->counts)
      add(variable.node()->name, sum);
    const symbolic::Walk walk(std::array{statement});
    for (const symbolic::Node* const node : walk.nodes())
      if (node->width == 1)
        for (const Term one : {Term(node), ~Term(node)})
          add(fmt::format("term {}", one.node()->id), one);
    for (Bits i = 0; i < 10; ++i)
      add(fmt::format("{}", i), terms.constant(8, i));
    const Evaluator asked(std::array{made->holds});
    struct Source {
      std::size_t first, than;
      bool isOrder;
      Bits sign; ///< that makes signed words of four bits numbers in order
    };
    std::vector<Source> sources;
    for (const Term one : asked.variables()) {
      const std::string_view name = one.node()->name;
      const std::size_t than = name.find(" is less than "), isSigned = name.find(", signed");
      const bool isOrder = than != name.npos;
      const auto second = isOrder ? name.substr(0, isSigned).substr(than + 14) : name;
      sources.push_back({places.at(std::string(name.substr(0, than))), places.at(std::string(second)), isOrder,
                         isSigned == name.npos ? Bits{0} : Bits{1} << (kWidth - 1)});
      compared += isOrder;
    }
    forAllValues(roots, [&](const std::vector<Bits>& is, auto&&...) {
      std::vector<Bits> chosen;
      for (const Source& one : sources)
        chosen.push_back(one.isOrder ? (is[one.first] ^ one.sign) < (is[one.than] ^ one.sign) : is[one.first]);
      ASSERT_EQ(asked(chosen)[0], is[0]) << seed;
    });
  }
  EXPECT_GT(counted, 60u);
  EXPECT_GT(compared, 500u);
}

/// Not even of 128 bits.
TEST(KernelsCounts, ASumThatWrapsIsNoCount) {
  Terms terms;
  Term sum = terms.constant(128, 0);
  for (unsigned i = 0; i < 8; ++i)
    sum = sum + terms.variable(1, fmt::format("p{}", i)).zext(128);
  const Term less = sum + symbolic::onesOf(128), one = sum + Bits{1};
  EXPECT_TRUE(isRank(sum));
  EXPECT_FALSE(byCounts(less.ult(sum)));
  EXPECT_TRUE(byCounts(sum.ult(one)));
}

TEST(KernelsCounts, TermsMayBeAsDeepAsARunIsLong) {
  Terms terms;
  const Term y = terms.variable(32, "y");
  Term x = terms.variable(32, "x");
  for (unsigned i = 0; i < 100'000; ++i)
    x = x * y ^ y;
  EXPECT_FALSE(byCounts(x.eq(y)));
  EXPECT_TRUE(withoutSelects(x.eq(y)).same(x.eq(y)));
}

/// An index behind the last cell reads the last one.
TEST(KernelsCounts, WhatAnIndexChoosesIsChosenUnderConditions) {
  Terms terms;
  unsigned changed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomTerms random(terms, seed);
    const Term index = random.below(2) ? random.variable() : random.few(3), stored = random.variable();
    const std::array<Term, 2> values{random.variable(), random.variable()};
    const Term beside = random.condition(1);
    std::vector<Term> cells;
    for (Bits i = 0; i < 1 + seed % 16; ++i) {
      cells.push_back(random.variable());
      for (const Term value : values)
        if (random.below(9) != 0)
          cells.back() = ((random.below(9) ? stored.eq(i) : stored.eq(Bits(2))) & beside).ite(value, cells.back());
    }
    const Term chosen = terms.select(index, cells), made = withoutSelects(chosen);
    changed += !made.same(chosen);
    forAllValues(std::vector{chosen, made},
                 [&](const std::vector<Bits>& is, auto&&...) { ASSERT_EQ(is[0], is[1]) << seed; });
  }
  EXPECT_GT(changed, 200u);
}

/// Cells that nobody wrote, freed: told which cell each one is, the term is the given one.
TEST(KernelsCounts, WhatNobodyWroteIsFreedForEachIndex) {
  Terms terms;
  const auto word = [&](const std::string& name) { return terms.variable(2, name); };
  const Term first = word("i"), second = word("j"), stored = word("stored"), value = word("value");
  std::vector<Term> cells, anything;
  for (Bits k = 0; k < 3; ++k) {
    anything.push_back(word(fmt::format("{}out[{}]", kAnything, k)));
    cells.push_back(stored.eq(k).ite(value, anything.back()));
  }
  const Term term = terms.select(first, cells).ult(terms.select(second, cells));
  const Evaluator freed(std::array{withoutSelects(term, true)});
  const std::array indexes{terms.select(first, anything), terms.select(second, anything)};
  std::vector<Term> roots{term, first, second, stored, value, indexes[0], indexes[1]};
  bool isEither[] = {true, true}; // which of the two is freed first is not said
  forAllValues(roots, [&](const std::vector<Bits>& is, auto&&...) {
    for (const unsigned turned : {0u, 1u}) {
      std::vector<Bits> given;
      for (const Term one : freed.variables()) {
        const std::string_view name = one.node()->name;
        const auto known = std::ranges::find(roots, one.node(), &Term::node);
        given.push_back(known != roots.end() ? is[static_cast<std::size_t>(known - roots.begin())]
                                             : is[5 + ((name.ends_with('1') ? 0u : 1u) ^ turned)]);
      }
      isEither[turned] &= freed(given)[0] == is[0];
    }
  });
  EXPECT_TRUE(isEither[0] || isEither[1]);
  EXPECT_EQ(std::ranges::count_if(freed.variables(),
                                  [](Term one) { return std::string_view(one.node()->name).starts_with(kAnything); }),
            2);
}

bool holds(Term term) {
  bool all = true;
  forAllValues(std::vector{term}, [&](const std::vector<Bits>& is, auto&&...) { all &= is[0] == 1; });
  return all;
}
bool areShown(const Staged& made) {
  return holds(made.left) &&
         std::ranges::all_of(made.steps, [](const Obligation& step) { return holds(step.query.goal); });
}

TEST(KernelsStages, StatementsHoldIfTheirStepsDo) {
  Terms terms;
  unsigned staged = 0, shown = 0, failed = 0;
  std::mt19937_64 dice(5);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Term statement = RandomTerms(terms, seed).sorted();
    std::vector<symbolic::Assignment> inputs;
    for (unsigned i = 0; i < 3 + seed % 30; ++i) { // from few much is guessed that is not so
      std::array<Bits, 3> words{dice() % 16, dice() % 16, dice() % 16};
      if (seed % 4 == 0)
        std::ranges::sort(words);
      inputs.push_back({{"x", words[0]}, {"y", words[1]}, {"z", words[2]}});
    }
    const Staged made = byStages(statement, inputs, {}, "sorted");
    if (made.steps.empty())
      continue;
    ++staged;
    const bool isShown = areShown(made);
    const bool isSo = holds(statement);
    ASSERT_TRUE(isSo || !isShown) << seed;
    shown += isShown;
    failed += !isSo;
  }
  EXPECT_GT(staged, 150u);
  EXPECT_GT(shown, 80u);
  EXPECT_GT(failed, 20u);
}

/// Two words are in order on these inputs alone. The least of them and the second one are then both of them.
TEST(KernelsStages, AnOrderWithoutStepsShowsNothingLater) {
  Terms terms;
  const Term x = terms.variable(kWidth, "x"), y = terms.variable(kWidth, "y"), z = terms.variable(kWidth, "z");
  const Term first = terms.variable(1, "p").ite(x, y), second = terms.variable(1, "q").ite(x, z);
  const Term least = second.ult(first).ite(second, first), greatest = second.ult(first).ite(first, second);
  std::vector<symbolic::Assignment> inputs;
  for (unsigned i = 0; i < 4; ++i)
    inputs.push_back({{"x", 5}, {"y", 1}, {"z", 9}, {"p", i & 1}, {"q", i >> 1}});
  for (unsigned with = 0; with < 16; ++with) { // which sum stands first depends on it
    const auto is = [&](Term word) { return word.eq(Bits(with)).zext(kWidth); };
    const Term statement = ~greatest.ult(least) & (is(least) + is(second)).eq(is(first) + is(second));
    ASSERT_FALSE(holds(statement)) << with;
    EXPECT_FALSE(areShown(byStages(statement, inputs, {}, "later"))) << with;
  }
}

/// Two bits cannot count four words: if all four are counted, the sum wraps and says that none is.
TEST(KernelsStages, ASumThatWrapsIsNoCount) {
  Terms terms;
  const Term a = terms.variable(kWidth, "a"), b = terms.variable(kWidth, "b"), with = terms.constant(kWidth, 5);
  const std::array before{a, b, terms.variable(kWidth, "c"), terms.variable(kWidth, "d")};
  const std::array after{a.ult(b).ite(a, b), a.ult(b).ite(b, a), before[2], before[3]};
  const auto counted = [&](std::span<const Term> words, unsigned width) {
    Term sum = terms.constant(width, 0);
    for (const Term word : words)
      sum = sum + word.eq(with).zext(width);
    return sum.zext(kWidth);
  };
  for (const unsigned width : {2u, 3u}) {
    const Staged made = byStages(counted(after, width).eq(counted(before, kWidth)),
                                 std::vector<symbolic::Assignment>{{{"a", 1}, {"b", 2}}, {{"c", 3}}}, {}, "sum");
    EXPECT_EQ(made.steps.empty(), width == 2) << width;
    EXPECT_EQ(made.left.isTrue(), width == 3) << width;
  }
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
