// What is known before a solver is asked, simpler questions, and statements of narrower words, against every value that
// there is.
#include "proofs/kernels/cases.h"
#include "proofs/kernels/counts.h"
#include "proofs/kernels/for_all_orders.h"
#include "proofs/kernels/for_all_summands.h"
#include "proofs/kernels/simplified.h"
#include "symbolic/terms/walk.h"
#include "tests/proofs/random_terms.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

namespace warplaw::proofs::kernels {
namespace {

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

/// A sum of conditions, and perhaps a number; or what is left of another one, which may be too small.
Term count(RandomTerms& random, Terms& terms, const std::vector<Term>& conditions) {
  Term sum = terms.constant(8, random.below(3));
  for (const Term& one : conditions)
    if (random.below(3) != 0) {
      const Term condition = random.below(4) ? one : opposite(one);
      sum = sum + (random.below(2) ? condition.zext(8) : condition.ite(terms.constant(8, 1), terms.constant(8, 0)));
      if (random.below(8) == 0)
        sum = sum + opposite(condition).zext(8);
    }
  if (random.below(4) != 0)
    return sum;
  Term all = terms.constant(8, random.below(14));
  for (const Term& one : conditions) // of which some may be in both
    all = random.below(2) ? all + one.zext(8) : all;
  return all - sum;
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
    if (seed % 3 == 0) { // an element's address is below a bound, or not above it
      const Term address = sums[2].concat(terms.constant(2, random.below(4))),
                 bound = terms.constant(10, random.below(50));
      statement = statement ^ (seed % 2 ? address.ult(bound) : address.ule(bound));
    }
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
    for (Bits i = 0; i < 32; ++i)
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
  const Term eight = sum.extract(7, 0);
  EXPECT_TRUE(Count(1).add(terms.constant(8, 8) - eight));
  EXPECT_FALSE(Count(1).add(terms.constant(8, 7) - eight));
  EXPECT_TRUE(Count(1).add(eight + terms.variable(1, "q").zext(8) - eight));
  EXPECT_FALSE(Count(1).add(eight - (eight + terms.variable(1, "q").zext(8))));
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
    const Term index = random.below(2) ? random.variable() : random.few(3);
    const std::array<Term, 2> values{random.variable(), random.variable()};
    const std::array<Term, 2> stored{random.variable(),
                                     random.below(4) ? random.variable() : random.condition(0).zext(kWidth)};
    const Term beside = random.condition(1);
    std::vector<Term> cells;
    for (Bits i = 0; i < 1 + seed % 16; ++i) {
      cells.push_back(random.variable());
      for (unsigned turn = 0; turn < 2; ++turn) { // one of them may be above the other in the first cells alone
        const unsigned one = seed % 3 == 0 && i < 3 ? 1 - turn : turn;
        if (random.below(9) != 0)
          cells.back() = (stored[one].eq(random.below(9) ? i : Bits(2)) & beside).ite(values[one], cells.back());
      }
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

/// Sums of words that are added under conditions, equal or nearly so, among what else a statement says.
Term sums(RandomTerms& random, Terms& terms) {
  std::vector<Term> words, conditions{terms.truth(true)};
  for (const char* const name : {"a", "b", "c"})
    words.push_back(terms.variable(2, name));
  for (const char* const name : {"p", "q"})
    conditions.push_back(terms.variable(1, name));
  const auto condition = [&] { return conditions[random.below(3)]; };
  const Term none = terms.constant(2, 0);
  Term left = none, right = none;
  for (const Term word : words) {
    const Term when = random.below(3) ? condition() : word.ult(Bits(2)), other = condition();
    for (const Term how : {when, other}) // added in two places, of which one may be forgotten
      left = left + (how & when).ite(word, none);
    right = right + (random.below(6) ? when.ite(word, none) : (word & when.sext(2)));
    right = (when & other).ite(right + word, random.below(12) ? right : right + word);
  }
  const Term equality = left.eq(right);
  switch (random.below(5)) {
  case 0:
    return equality & (condition() | ~condition());
  case 1:
    return equality | condition();
  case 2: { // a second one
    const Term when = conditions[1], twice = words[0] + words[0];
    return ~condition() |
           (equality & (words[0] + when.ite(words[0], none)).eq(when.ite(twice, random.below(2) ? words[0] : none)));
  }
  case 3: { // none holds for all values, but for each there is one that does
    std::vector<Term> any;
    for (Bits value = 0; value < 4; ++value)
      any.push_back(words[1].eq(random.below(9) ? value : Bits(0)));
    return terms.any(any);
  }
  default:
    return equality;
  }
}

/// And only then, unless the summands that decide were set free, too.
TEST(KernelsSummands, StatementsHoldIfTheyHoldForAllSummands) {
  Terms terms;
  unsigned freed = 0, stronger = 0, held = 0, failed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomTerms random(terms, seed);
    const Term statement = sums(random, terms), read = terms.variable(2, "a");
    const std::vector<Term> others = random.below(4) ? std::vector<Term>() : std::vector{read.ult(Bits(2))};
    const auto forAll = forAllSummands(statement, others);
    if (!forAll || statement.isConstant())
      continue;
    ++freed;
    stronger += forAll->isStronger;
    const Term given = terms.all(others);
    const bool isSo = holds(given.implies(statement)), isShown = holds(given.implies(forAll->holds));
    ASSERT_TRUE(isSo || !isShown) << seed;
    ASSERT_TRUE(isShown || !isSo || forAll->isStronger) << seed;
    ++(isSo ? held : failed);
  }
  EXPECT_GT(freed, 200u);
  EXPECT_GT(stronger, 30u);
  EXPECT_GT(held, 40u);
  EXPECT_GT(failed, 40u);
}

/// The greatest of words and of their complements have different thresholds: no bits are made of them.
TEST(KernelsOrders, WhatStandsBothWaysIsLeftAsItIs) {
  Terms terms;
  const Term x = terms.variable(32, "p"), y = terms.variable(32, "q");
  const auto greatest = [](Term a, Term b) { return a.ult(b).ite(b, a); };
  EXPECT_FALSE(forAllOrders(greatest(x, ~x).eq(greatest(y, ~y))).has_value());
  EXPECT_FALSE(forAllOrders(greatest(x, y).eq(x + y)).has_value());
}

/// What differs in the names of its words is asked once, and what differs otherwise is not taken for it.
TEST(KernelsShapes, ConjunctsOfOneShapeAreAskedOnce) {
  Terms terms;
  const auto part = [&](unsigned i, Term of(Term, Term)) {
    const Term x = terms.variable(4, fmt::format("x{}", i)), y = terms.variable(4, fmt::format("y{}", i));
    return of(x, y);
  };
  const auto right = [](Term x, Term y) { return ((x ^ y) + (x & y) + (x & y)).eq(y + x); };
  const auto wrong = [](Term x, Term y) { return ((x ^ y) + (x & y) + (x & y)).eq(y + y); };
  std::vector<Term> all;
  for (unsigned i = 0; i < 9; ++i)
    all.push_back(part(i, right));
  const Term once = oncePerShape(terms.all(all));
  EXPECT_EQ(symbolic::variablesOf(std::array{once}).size(), 2u);
  EXPECT_TRUE(holds(once));
  all.push_back(part(9, wrong));
  EXPECT_FALSE(holds(oncePerShape(terms.all(all))));
  for (unsigned i = 0; i < 5; ++i)
    all.push_back(terms.variable(4, "z").ult(Bits(3 + i)) | terms.variable(4, "w").eq(Bits(i)));
  EXPECT_TRUE(oncePerShape(terms.all(all)).same(terms.all(all)));
}

/// Words that are computed may be any, where that is no obvious loss.
TEST(KernelsOrders, WordsThatAreComputedMayBeAny) {
  Terms terms;
  const Term x = terms.variable(32, "p"), y = terms.variable(32, "q"), zero = terms.constant(32, 0);
  const auto greatest = [](Term a, Term b) { return a.slt(b).ite(b, a); };
  const auto turned = forAllOrders(greatest(x + y, y).eq(greatest(y, x + y)), true);
  ASSERT_TRUE(turned && turned->isStronger);
  EXPECT_TRUE(holds(turned->holds));
  const auto above0 = forAllOrders(greatest(zero, greatest(x, y)).eq(greatest(greatest(zero, y), x)));
  ASSERT_TRUE(above0 && above0->isOfBits);
  EXPECT_TRUE(holds(above0->holds));
  EXPECT_FALSE(forAllOrders(greatest(x + y, y).eq(x + y), true).has_value());
}

} // namespace
} // namespace warplaw::proofs::kernels
