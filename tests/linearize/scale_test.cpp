// Long histories under a program order, right and wrong: each decided with a reason, in little time and memory.
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "lines.h"
#include <algorithm>
#include <ctime>
#include <optional>
#include <random>

namespace warplaw::linearize::test {
namespace {

constexpr Operation kAdd{Op::Add, Type::U32}, kCas{Op::Cas, Type::U32}, kExch{Op::Exch, Type::U32};

std::vector<std::uint8_t> word(std::uint64_t value) {
  return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
}

/// Every lane of every instruction of every warp takes a ticket; warps come by turns as chance has it.
History tickets(std::uint32_t warps, std::uint32_t instructions, unsigned seed) {
  History h;
  h.memorySize = 64;
  std::mt19937 random(seed);
  std::vector<std::uint32_t> turns;
  for (std::uint32_t w = 0; w < warps; ++w) {
    turns.insert(turns.end(), instructions * 32, w);
    for (std::uint32_t k = 0; k < instructions; ++k)
      h.instructions.push_back({w, k, kAdd});
  }
  std::shuffle(turns.begin(), turns.end(), random);
  std::vector<std::vector<std::uint8_t>> lanes(warps);
  std::vector<std::uint32_t> number(warps, 0);
  for (std::uint32_t ticket = 0; ticket < turns.size(); ++ticket) {
    const std::uint32_t w = turns[ticket];
    if (lanes[w].empty()) {
      for (std::uint8_t lane = 0; lane < 32; ++lane)
        lanes[w].push_back(lane);
      std::shuffle(lanes[w].begin(), lanes[w].end(), random);
      ++number[w];
    }
    h.accesses.push_back({w * instructions + number[w] - 1, lanes[w].back(), true, 0, 1, 0, ticket, kBankOfAddress});
    lanes[w].pop_back();
  }
  h.initial = {{0, word(0)}};
  h.final = {{0, word(turns.size())}};
  return h;
}

/// A lock: CAS 0 -> 1 until it returns 0, then EXCH 0. One lane a warp. About so many operations.
History lock(std::uint32_t warps, std::size_t operations, unsigned seed) {
  History h;
  h.memorySize = 64;
  std::mt19937 random(seed);
  std::vector<std::uint32_t> number(warps, 0);
  std::uint32_t owner = warps;
  const auto step = [&](std::uint32_t w, Operation operation, std::uint64_t operand, std::uint64_t swap,
                        std::uint64_t found) {
    h.instructions.push_back({w, number[w]++, operation});
    h.accesses.push_back(
        {static_cast<std::uint32_t>(h.instructions.size() - 1), 0, true, 0, operand, swap, found, kBankOfAddress});
  };
  while (h.accesses.size() < operations || owner != warps) {
    const std::uint32_t w = random() % warps;
    if (w == owner && random() % 2 == 0) {
      step(w, kExch, 0, 0, 1);
      owner = warps;
    } else if (w != owner) {
      step(w, kCas, 0, 1, owner != warps);
      owner = owner == warps ? w : owner;
    }
  }
  h.initial = {{0, word(0)}};
  h.final = {{0, word(0)}};
  return h;
}

/// The same lock around a counter at address 4, which its owner loads and stores one higher, often with others'
/// attempts in between.
History guarded(std::uint32_t warps, std::size_t operations, unsigned seed) {
  History h;
  h.memorySize = 64;
  std::mt19937 random(seed);
  std::vector<std::uint32_t> number(warps, 0);
  const auto step = [&](std::uint32_t w, Operation operation, std::uint64_t address, std::uint64_t operand,
                        std::uint64_t swap, std::optional<std::uint64_t> found) {
    h.instructions.push_back({w, number[w]++, operation});
    h.accesses.push_back({static_cast<std::uint32_t>(h.instructions.size() - 1), 0, found.has_value(), address, operand,
                          swap, found.value_or(0), kBankOfAddress});
  };
  std::uint32_t count = 0;
  while (h.accesses.size() < operations) {
    const std::uint32_t owner = random() % warps;
    const auto others = [&] {
      if (const std::uint32_t w = random() % warps; w != owner)
        step(w, kCas, 0, 0, 1, 1);
    };
    step(owner, kCas, 0, 0, 1, 0);
    others();
    step(owner, loadOf(Type::U32), 4, 0, 0, count);
    others();
    step(owner, storeOf(Type::U32), 4, ++count, 0, std::nullopt);
    others();
    step(owner, storeOf(Type::U32), 0, 0, 0, std::nullopt);
  }
  h.initial = {{0, word(0)}, {4, word(0)}};
  h.final = {{0, word(0)}, {4, word(count)}};
  return h;
}

/// The k-th CAS that failed took the lock as well.
void acquireTwice(History& h, std::size_t k) {
  for (Access& a : h.accesses)
    if (h.instructions[a.instruction].operation == kCas && a.returned == 1 && k-- == 0) {
      a.returned = 0;
      return;
    }
}

constexpr double kSeconds = 2; ///< of the processor, not of the clock: the machine may be loaded

std::string decide(const History& h, Answer wanted) {
  EXPECT_TRUE(validate(h));
  Checker checker;
  const std::clock_t start = std::clock();
  const Verdict& verdict = checker.check(h, {.witness = true, .core = true, .budget = {}});
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, kSeconds);
  EXPECT_EQ(verdict.answer, wanted) << explain(h, verdict);
  EXPECT_LT(verdict.spent.bytes, 100e6);
  if (verdict.answer == Answer::Legal)
    EXPECT_EQ(replay(h, verdict), "");
  const std::string reason = explain(h, verdict);
  EXPECT_LT(reason.size(), 1000u);
  return reason;
}

class Tickets : public ::testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Warps, Tickets, ::testing::Values(29, 348)); // of 9 instructions: 8,352 and 100,224 operations

TEST_P(Tickets, RightInAnyProgramOrder_ATOMS_5) {
  History h = tickets(GetParam(), 9, 1);
  decide(h, Answer::Legal);
  Checker checker;
  EXPECT_EQ(checker.check(h, {.witness = true, .budget = {}}).spent.states, 0u); // there is one trail: no search
  h.initial.clear();
  h.final.clear();
  decide(h, Answer::Legal);
}

TEST_P(Tickets, OneGivenTwice_ATOMS_6) {
  History h = tickets(GetParam(), 9, 1);
  h.accesses[500].returned = h.accesses[499].returned;
  EXPECT_NE(decide(h, Answer::Illegal).find("both read 499, but 499 was produced once"), std::string::npos);
}

TEST_P(Tickets, OneThatAnEarlierInstructionMustHave_ATOMS_5) {
  History h = tickets(GetParam(), 9, 1);
  // a lane of some warp's last instruction takes the ticket of one of its first
  const auto of = [&](std::uint32_t instruction) {
    return std::find_if(h.accesses.begin(), h.accesses.end(),
                        [&](const Access& a) { return a.instruction == instruction; });
  };
  const auto first = of(0), last = of(8);
  std::swap(first->returned, last->returned);
  const std::string reason = decide(h, Answer::Illegal);
  EXPECT_NE(reason.find("leaves"), std::string::npos) << reason;
  EXPECT_NE(reason.find("of warp 0's instruction 8 found that; but"), std::string::npos) << reason;
  EXPECT_NE(reason.find("is known to come before it"), std::string::npos) << reason;
}

/// Counters of which each has a few operations: what one location takes does not depend on how many others there are.
TEST(Spread, ManyCountersInProgramOrder_ATOMS_5) {
  constexpr std::uint32_t kOperations = 100'000, kCounters = 20'000, kWarps = 100;
  History h;
  h.memorySize = 4 * kCounters;
  std::mt19937 random(1);
  std::vector<std::uint32_t> number(kWarps, 0), count(kCounters, 0);
  for (std::uint32_t k = 0; k < kOperations; ++k) {
    const std::uint32_t w = random() % kWarps, counter = random() % kCounters;
    h.instructions.push_back({w, number[w]++, kAdd});
    h.accesses.push_back({k, 0, true, 4 * counter, 1, 0, count[counter]++, kBankOfAddress});
  }
  decide(h, Answer::Legal);
  const auto later =
      std::find_if(h.accesses.rbegin(), h.accesses.rend(), [](const Access& a) { return a.returned > 1; });
  later->returned = 0;
  EXPECT_NE(decide(h, Answer::Illegal).find("both read 0"), std::string::npos);
}

class Locks : public ::testing::TestWithParam<std::pair<std::uint32_t, std::size_t>> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Locks,
                         ::testing::Values(std::pair(4u, 200), std::pair(4u, 8000), std::pair(32u, 8000),
                                           std::pair(1000u, 8000), std::pair(4u, 100000), std::pair(32u, 100000)));

void unseeReleases(History& h) {
  for (Access& a : h.accesses)
    if (h.instructions[a.instruction].operation == kExch) {
      h.instructions[a.instruction].operation = storeOf(Type::U32);
      a.returns = false;
      a.returned = 0;
    }
}

TEST_P(Locks, RightReleasesSeenOrStored_ATOMS_7) {
  History h = lock(GetParam().first, GetParam().second, 1);
  decide(h, Answer::Legal);
  unseeReleases(h);
  decide(h, Answer::Legal);
}

TEST_P(Locks, OneAcquiredTwice_ATOMS_7) {
  History h = lock(GetParam().first, GetParam().second, 1);
  acquireTwice(h, 60);
  EXPECT_NE(decide(h, Answer::Illegal).find("all read 0 and memory ends at it, but 0 was there"), std::string::npos);
  History unknown = h;
  unseeReleases(h);
  EXPECT_NE(decide(h, Answer::Illegal).find("0 was there at most"), std::string::npos);
  if (GetParam().first > 4)
    return; // a warp's last CAS may have taken the lock for good
  unknown.final.clear();
  const std::string reason = decide(unknown, Answer::Illegal);
  EXPECT_NE(reason.find("only"), std::string::npos) << reason;
  EXPECT_NE(reason.find("is known to come after"), std::string::npos) << reason;
}

TEST_P(Locks, AroundACounter_RED_9) {
  History h = guarded(GetParam().first, GetParam().second, 1);
  decide(h, Answer::Legal);
  std::size_t loads = 0; // one of them came before the store that it should have seen: a lost update
  for (Access& a : h.accesses)
    if (h.instructions[a.instruction].operation == loadOf(Type::U32) && ++loads == 20) {
      a.returned -= 1;
    }
  decide(h, Answer::Illegal);
}

TEST(Necessary, NobodyLeavesTheFinalValue_ATOMS_7) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, kCas}};
  for (std::uint8_t lane = 0; lane < 32; ++lane)
    h.accesses.push_back({0, lane, false, 0, lane, lane + 1u, 0, kBankOfAddress});
  h.initial = {{0, word(0)}};
  h.final = {{0, word(77)}};
  EXPECT_NE(decide(h, Answer::Illegal).find("memory ends at 77, but nothing produced 77"), std::string::npos);
  h.final = {{0, word(32)}};
  decide(h, Answer::Legal);
}

TEST(Necessary, CountsThatLimitsDoNotAllow_ATOMS_13) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Inc, Type::U32}}};
  for (std::uint8_t lane = 0; lane < 32; ++lane)
    h.accesses.push_back({0, lane, false, 0, lane % 8u + 2, 0, 0, kBankOfAddress});
  h.initial = {{0, word(0)}};
  for (std::uint32_t final = 0; final < 12; ++final) {
    h.final = {{0, word(final)}};
    const std::string reason = decide(h, final < 10 ? Answer::Legal : Answer::Illegal);
    if (final >= 10) {
      EXPECT_NE(reason.find("; they allow 0, 1, 2, 3, 4, 5, 6, 7 and higher ones at most"), std::string::npos)
          << reason;
    }
  }
}

} // namespace
} // namespace warplaw::linearize::test
