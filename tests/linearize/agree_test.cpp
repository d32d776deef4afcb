// Every method of the checker against every order tried, on random histories of up to 6 operations; and every witness
// replayed. WARPLAW_LINEARIZE_HISTORIES sets how many a family (default 20000; the full run is 400000: 3.6 million in
// all).
#include "brute.h"
#include "linearize/check.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "random_history.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>
#include <tuple>

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
  std::size_t quickLegal = 0, quickIllegal = 0; ///< by the method for one instruction
};

Counts agree(Family family, std::size_t histories) {
  std::mt19937_64 random(static_cast<std::uint64_t>(family) * 7919 + 1);
  Checker checker, other;
  WarpChecker warp;
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
    if (Verdict alone; warp.check(h, false, alone)) {
      EXPECT_EQ(alone.answer, quick);
      (quick == Answer::Legal ? counts.quickLegal : counts.quickIllegal)++;
    }
    if (verdict.answer == Answer::Legal) {
      EXPECT_EQ(replay(h, verdict), "") << "history " << k;
      if (known) {
        EXPECT_TRUE(legal) << "legal, but no order is, history " << k;
      }
    } else if (legal)
      EXPECT_NE(verdict.answer, Answer::Illegal) << "illegal, but an order is there, history " << k;
    if (known && family != Family::Nans) { // which NaN it is can matter and be unknown
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
  std::printf("legal %zu, illegal %zu, unknown %zu; of one instruction %zu, %zu\n", counts.legal, counts.illegal,
              counts.unknown, counts.quickLegal, counts.quickIllegal);
  // the histories say something only if both occur
  EXPECT_GT(counts.legal, histories / 20);
  EXPECT_GT(counts.illegal, histories / 20);
  EXPECT_LT(counts.unknown, histories / 20);
  const auto family = static_cast<Family>(GetParam());
  if (family == Family::Values || family == Family::Flags || family == Family::Folds) { // what WarpChecker decides
    EXPECT_GT(counts.quickLegal, histories / 4);
    EXPECT_GT(counts.quickIllegal, histories / 10);
  }
}
std::string familyName(const ::testing::TestParamInfo<int>& info) {
  constexpr const char* kNames[] = {"Values", "Flags", "Spin",  "Folds", "Halves", "Sizes",
                                    "Chains", "Warps", "Lanes", "Nans",  "Plain",  "Fences"};
  return kNames[info.param];
}
INSTANTIATE_TEST_SUITE_P(Families, Agree, ::testing::Range(0, kFamilies), familyName);

/// The same history with instructions and accesses elsewhere; access k of it is access from[k] of the other.
History shuffled(const History& h, std::mt19937_64& random, std::vector<std::uint32_t>& from) {
  History other = h;
  std::vector<std::uint32_t> instructions(h.instructions.size()), placeOf(h.instructions.size());
  from.resize(h.accesses.size());
  std::iota(instructions.begin(), instructions.end(), 0u);
  std::iota(from.begin(), from.end(), 0u);
  std::shuffle(instructions.begin(), instructions.end(), random);
  std::shuffle(from.begin(), from.end(), random);
  for (std::uint32_t k = 0; k < instructions.size(); ++k) {
    other.instructions[k] = h.instructions[instructions[k]];
    placeOf[instructions[k]] = k;
  }
  for (std::uint32_t k = 0; k < from.size(); ++k) {
    other.accesses[k] = h.accesses[from[k]];
    other.accesses[k].instruction = placeOf[h.accesses[from[k]].instruction];
  }
  for (auto& [first, second] : other.completed) {
    first = placeOf[first];
    second = placeOf[second];
  }
  return other;
}

TEST_P(Agree, AnswersDoNotDependOnThePlaceInTheFile_ATOMS_5) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()) + 77);
  Checker one, two;
  std::vector<std::uint32_t> from;
  for (int k = 0; k < 3000; ++k) {
    const History h = randomHistory(static_cast<Family>(GetParam()), random), other = shuffled(h, random, from);
    const Verdict &a = one.check(h, {.witness = true, .budget = {}}),
                  &b = two.check(other, {.witness = true, .budget = {}});
    ASSERT_EQ(a.answer, b.answer) << k;
    ASSERT_EQ(a.order.size(), b.order.size());
    for (std::size_t at = 0; at < a.order.size(); ++at)
      ASSERT_EQ(a.order[at], (WitnessStep{from[b.order[at].access], b.order[at].half, b.order[at].performs})) << k;
    ASSERT_EQ(a.assumed.size(), b.assumed.size());
    for (std::size_t at = 0; at < a.assumed.size(); ++at)
      ASSERT_EQ(a.assumed[at].bytes, b.assumed[at].bytes) << k;
  }
}

/// The same history, and so many additions elsewhere that nobody sees, by other warps.
History besideMany(History h) {
  constexpr std::uint32_t kMany = 5000, kWarps = 3, kFirstWarp = 1000;
  h.memorySize = std::max(h.memorySize, std::uint64_t{1} << 21);
  for (std::uint32_t k = 0; k < kMany; ++k) {
    h.accesses.push_back(
        {static_cast<std::uint32_t>(h.instructions.size()), 0, false, (1u << 20) + k % 7 * 4, k, 0, 0, kBankOfAddress});
    h.instructions.push_back({kFirstWarp + k % kWarps, k, {Op::Add, Type::U32}});
  }
  return h;
}

TEST_P(Agree, AnswersDoNotDependOnWhatIsElsewhere_RED_6) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()) + 79);
  Checker one, two;
  std::size_t legal = 0, illegal = 0;
  for (int k = 0; k < 200; ++k) {
    History h = randomHistory(static_cast<Family>(GetParam()), random);
    if (k % 2 != 0) { // only warps order their own
      h.completed.clear();
      h.barriers.clear();
    }
    const History beside = besideMany(h);
    ASSERT_TRUE(validate(beside)) << validate(beside).error().message;
    const Verdict &alone = one.check(h, {.witness = true, .budget = {}}),
                  &among = two.check(beside, {.witness = true, .budget = {}});
    ASSERT_EQ(among.answer, alone.answer) << toJson(h);
    if (among.answer == Answer::Legal)
      ASSERT_EQ(replay(beside, among), "");
    (among.answer == Answer::Legal ? legal : illegal)++;
  }
  EXPECT_GT(legal, 10u);
  EXPECT_GT(illegal, 10u);
}

struct Cores {
  std::size_t smaller = 0, cycles = 0;
};

/// A core is what it says: no order of it is found, whatever the others do, and one without any one of it. A cycle goes
/// through it, each before the next.
void expectCore(const History& h, Checker& checker, Cores& seen) {
  const Verdict& verdict = checker.check(h, {.witness = false, .core = true, .budget = {}});
  const Fault& fault = verdict.fault;
  if (verdict.answer != Answer::Illegal || fault.core.empty())
    return;
  seen.smaller += fault.core.size() < fault.accesses.size();
  seen.cycles += !fault.cycle.empty();
  ASSERT_FALSE(someOrderOf(h, fault.core)) << toJson(h) << explain(h, verdict);
  for (std::size_t left = 0; left < fault.core.size() && fault.coreIsMinimal; ++left) {
    std::vector<std::uint32_t> rest = fault.core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left));
    ASSERT_TRUE(someOrderOf(h, rest)) << toJson(h) << explain(h, verdict) << " without " << left;
  }
  for (std::size_t at = 0; at < fault.cycle.size(); ++at) {
    const Before& before = fault.cycle[at];
    ASSERT_EQ(before.second, fault.cycle[(at + 1) % fault.cycle.size()].first);
    ASSERT_TRUE(std::binary_search(fault.core.begin(), fault.core.end(), before.first));
    ASSERT_EQ(before.why == Why::KnownOrder, isKnownBefore(h, before.first, before.second)) << toJson(h);
  }
}

TEST_P(Agree, CoresHaveNoOrderAndAreMinimal_RED_9) {
  const auto family = static_cast<Family>(GetParam());
  if (family == Family::Spin || family == Family::Halves || family == Family::Nans)
    GTEST_SKIP() << "groups are left whole; halves and NaNs have too many values to try";
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()) + 79);
  Checker checker;
  Cores seen;
  for (std::size_t k = 0; k < historiesAFamily() / 4 && !HasFatalFailure(); ++k)
    if (const History h = randomHistory(family, random); isKnownAtFirst(h) && h.accesses.size() <= 5)
      expectCore(h, checker, seen); // what is left out of more has too many values
  std::printf("cores smaller than the search %zu, cycles %zu\n", seen.smaller, seen.cycles);
  if (family == Family::Plain || family == Family::Fences) {
    EXPECT_GT(seen.smaller, 0u);
  }
}

/// Two or three warps store to two words, each a value of its own, and load from them.
TEST(Core, OfStoresAndLoads_RED_9) {
  std::mt19937_64 random(80);
  Checker checker;
  Cores seen;
  const auto below = [&](unsigned bound) { return static_cast<std::uint32_t>(random() >> 32) % bound; };
  for (std::size_t k = 0; k < historiesAFamily() / 4 && !HasFatalFailure(); ++k) {
    History h;
    h.memorySize = 64;
    h.initial = {{0, std::vector<std::uint8_t>(64, 0)}};
    for (std::uint32_t a = 0, count = 4 + below(3); a < count; ++a) {
      const bool stores = below(2) == 0;
      h.instructions.push_back({below(3), a, stores ? storeOf(Type::U32) : loadOf(Type::U32)});
      h.accesses.push_back(
          {a, 0, !stores, 8 * below(2), stores ? a + 1 : 0, 0, stores ? 0 : below(count + 1), kBankOfAddress});
    }
    expectCore(h, checker, seen);
  }
  std::printf("cores smaller than the search %zu, cycles %zu\n", seen.smaller, seen.cycles);
  EXPECT_GT(seen.smaller, 5u);
  EXPECT_GT(seen.cycles, 5u);
}

/// Not with NaNs: their brute force tries one NaN after another, which is not the order of orders.
class Smallest : public Agree {};
std::vector<int> familiesInOrder() {
  std::vector<int> families(kFamilies);
  std::iota(families.begin(), families.end(), 0);
  std::erase(families, static_cast<int>(Family::Nans));
  return families;
}
INSTANTIATE_TEST_SUITE_P(Families, Smallest, ::testing::ValuesIn(familiesInOrder()), familyName);

TEST_P(Smallest, TheOrderIsTheSmallest_ATOMS_5) {
  const auto family = static_cast<Family>(GetParam());
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()) + 78);
  Checker checker;
  Elements elements;
  std::size_t compared = 0;
  for (int k = 0; k < 6000; ++k) {
    History h = randomHistory(family, random);
    elementsOf(h, elements);
    const auto name = [&](const Access& a) {
      return std::tuple(h.instructions[a.instruction].warp, h.instructions[a.instruction].number, a.lane);
    };
    std::sort(h.accesses.begin(), h.accesses.end(),
              [&](const Access& a, const Access& b) { return name(a) < name(b); });
    const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
    if (verdict.answer != Answer::Legal || !isKnownAtFirst(h) ||
        (elements.components.size() != 1 && h.instructions.size() != 1))
      continue;
    if (family == Family::Spin && elements.components.size() != 1)
      continue; // a group at several locations: its smallest lane performs
    std::vector<std::uint32_t> order;
    for (const WitnessStep& step : verdict.order)
      order.push_back(step.access);
    ASSERT_EQ(order, firstOrder(h)) << k;
    ++compared;
  }
  EXPECT_GT(compared, 100u);
}

} // namespace
} // namespace warplaw::linearize::test
