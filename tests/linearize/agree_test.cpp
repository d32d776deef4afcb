// Every method of the checker against every order tried, on random histories of up to 6 operations; and every witness
// replayed. WARPLAW_LINEARIZE_HISTORIES sets how many a family (default 20000; the full run is 400000: 3.6 million in
// all).
#include "brute.h"
#include "linearize/check.h"
#include "linearize/replay.h"
#include "random_history.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace warplaw::linearize::test {
namespace {

std::size_t historiesAFamily() {
  const char* wanted = std::getenv("WARPLAW_LINEARIZE_HISTORIES");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 20000;
}

bool isKnownAtFirst(const History& h) {
  return std::all_of(h.accesses.begin(), h.accesses.end(), [&](const Access& a) {
    const unsigned bytes = bytesOf(h.instructions[a.instruction].operation.type);
    return knownAt(h.initial, a.address, bytes).mask == onesOf(bytes);
  });
}

/// Unknown words are tried with everything that occurs in the history.
std::vector<std::uint64_t> guessesOf(const History& h) {
  std::vector<std::uint64_t> guesses = {0, 1, 2, 3, 4, 5, 0xffffffff};
  for (const Access& a : h.accesses)
    for (const std::uint64_t value : {a.returned, a.returned >> 32, a.operand, a.operand >> 32, a.swap})
      guesses.push_back(value & 0xffffffff);
  std::sort(guesses.begin(), guesses.end());
  guesses.erase(std::unique(guesses.begin(), guesses.end()), guesses.end());
  return guesses;
}

struct Counts {
  std::size_t legal = 0, illegal = 0, unknown = 0;
};

Counts agree(Family family, std::size_t histories) {
  std::mt19937_64 random(static_cast<std::uint64_t>(family) * 7919 + 1);
  Checker checker, other;
  Counts counts;
  for (std::size_t k = 0; k < histories; ++k) {
    const History h = randomHistory(family, random);
    EXPECT_TRUE(validate(h)) << validate(h).error().message;
    const bool known = isKnownAtFirst(h);
    const Answer quick = other.check(h).answer;
    const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
    EXPECT_EQ(verdict.answer, quick) << "with and without a witness, history " << k;
    const bool legal = someOrder(h, guessesOf(h));
    (verdict.answer == Answer::Legal     ? counts.legal
     : verdict.answer == Answer::Illegal ? counts.illegal
                                         : counts.unknown)++;
    if (verdict.answer == Answer::Legal) {
      EXPECT_EQ(replay(h, verdict), "") << "history " << k;
      if (known) {
        EXPECT_TRUE(legal) << "legal, but no order is, history " << k;
      }
    } else if (legal)
      EXPECT_NE(verdict.answer, Answer::Illegal) << "illegal, but an order is there, history " << k;
    if (known) {
      EXPECT_NE(verdict.answer, Answer::Unknown) << "history " << k;
    }
    if (::testing::Test::HasFailure())
      break;
  }
  return counts;
}

class Agree : public ::testing::TestWithParam<int> {};

TEST_P(Agree, WithEveryOrderTried_ATOMS_5_RED_6) {
  const std::size_t histories = historiesAFamily();
  const Counts counts = agree(static_cast<Family>(GetParam()), histories);
  RecordProperty("legal", static_cast<int>(counts.legal));
  RecordProperty("illegal", static_cast<int>(counts.illegal));
  RecordProperty("unknown", static_cast<int>(counts.unknown));
  std::printf("legal %zu, illegal %zu, unknown %zu\n", counts.legal, counts.illegal, counts.unknown);
  // the histories say something only if both occur
  EXPECT_GT(counts.legal, histories / 20);
  EXPECT_GT(counts.illegal, histories / 20);
  EXPECT_LT(counts.unknown, histories / 20);
}
std::string familyName(const ::testing::TestParamInfo<int>& info) {
  constexpr const char* kNames[] = {"Values", "Flags", "Spin", "Folds", "Halves", "Sizes", "Chains", "Warps", "Lanes"};
  return kNames[info.param];
}
INSTANTIATE_TEST_SUITE_P(Families, Agree, ::testing::Range(0, kFamilies), familyName);

} // namespace
} // namespace warplaw::linearize::test
