// What is asked in steps: a sort stage by stage, and words that two kernels have in common. Where the steps hold, so
// does what they were made for.
#include "proofs/kernels/stages.h"
#include "proofs/kernels/sweep.h"
#include "tests/proofs/random_terms.h"
#include <gtest/gtest.h>

namespace warplaw::proofs::kernels {
namespace {

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

/// Random terms of 32 and of 64 bits, and what is written in another way, now and then wrongly.
class WideTerms {
public:
  WideTerms(Terms& terms, std::uint64_t seed) : terms_(terms), dice_(seed) {}
  Term word(unsigned depth) {
    if (depth == 0)
      return below(5) ? terms_.variable(32, std::string(1, static_cast<char>('a' + below(3)))) : number(below(4));
    const Term x = word(depth - 1), y = word(depth - 1);
    switch (below(7)) {
    case 0:
      return x + y;
    case 1:
      return x & y;
    case 2:
      return x ^ y;
    case 3:
      return x.ult(y).ite(x, y);
    case 4: { // a half of a sum
      const Term sum = x.concat(y) + word(depth - 1).zext(64);
      return below(2) ? sum.extract(31, 0) : sum.extract(63, 32);
    }
    case 5: // forgotten below, where few inputs show it
      return x.eq(kRare).ite(y, x);
    default:
      return x - y;
    }
  }
  Term otherwise(Term term) {
    std::vector<Term> args;
    for (unsigned i = 0; i < term.node()->argCount; ++i)
      args.push_back(otherwise(term.arg(i)));
    const bool isWrong = below(30) == 0;
    switch (term.op()) {
    case symbolic::Op::Add: // carries beside the sum without them
      if (term.width() == 32)
        return (args[0] ^ args[1]) + (isWrong ? args[0] | args[1] : args[0] & args[1]).shl(number(1));
      break;
    case symbolic::Op::And:
      if (term.width() == 32)
        return (args[0] | args[1]) - (args[0] ^ (isWrong ? args[0] : args[1]));
      break;
    case symbolic::Op::Ite:
      return below(4) == 0 ? args[2] : args[1] ^ ((args[1] ^ args[2]) & (~args[0]).sext(term.width()));
    default:
      break;
    }
    return args.empty() ? term : terms_.make(term.op(), term.width(), args, term.node()->value, term.node()->name);
  }
  Bits value(bool isRare) { return isRare && below(4) == 0 ? kRare : below(2) ? below(4) : dice_() & 0xffffffff; }

private:
  static constexpr Bits kRare = 77;
  unsigned below(unsigned n) { return static_cast<unsigned>(dice_() % n); }
  Term number(Bits value) { return terms_.constant(32, value); }
  Terms& terms_;
  std::mt19937_64 dice_;
};

/// As far as so many values show it.
bool seemsToHold(WideTerms& random, Term term) {
  const Evaluator evaluator(std::array{term});
  for (unsigned look = 0; look < 3000; ++look) {
    std::vector<Bits> values;
    for (const Term one : evaluator.variables())
      values.push_back((random.value(true) << 32 | random.value(true)) & symbolic::onesOf(one.width()));
    if (evaluator(values)[0] != 1)
      return false;
  }
  return true;
}

/// With few inputs, much is taken for equal that is not.
TEST(KernelsAlike, TermsAreWhatTheyWereIfTheStepsHold) {
  unsigned changed = 0, shown = 0, wrong = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Terms terms;
    WideTerms random(terms, seed);
    const Term term = random.word(2 + seed % 3);
    const std::array roots{term, random.otherwise(term)};
    std::vector<symbolic::Assignment> inputs;
    for (unsigned i = 0; i < 1 + seed % 7; ++i)
      inputs.push_back({{"a", random.value(false)}, {"b", random.value(false)}, {"c", random.value(false)}});
    const Alike alike = madeAlike(terms, roots, inputs, {}, "alike");
    if (alike.roots[0].same(roots[0]) && alike.roots[1].same(roots[1]))
      continue;
    ++changed;
    const Term isSame = alike.roots[0].eq(roots[0]) & alike.roots[1].eq(roots[1]);
    const bool areShown =
        std::ranges::all_of(alike.steps, [&](const Obligation& step) { return seemsToHold(random, step.query.goal); });
    const bool isSo = seemsToHold(random, isSame);
    ASSERT_TRUE(isSo || !areShown) << seed;
    shown += areShown;
    wrong += !isSo;
  }
  EXPECT_GT(changed, 100u);
  EXPECT_GT(shown, 50u);
  EXPECT_GT(wrong, 10u);
}

} // namespace
} // namespace warplaw::proofs::kernels
