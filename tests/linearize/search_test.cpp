// The general case beyond six operations: budgets, orders that do not merge, sizes that overlap, and 32 lanes at once.
#include "linearize/check.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::linearize {
namespace {

std::vector<std::uint8_t> word(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
}

Access lane(std::uint32_t instruction, unsigned number, std::uint64_t address, std::uint64_t operand) {
  Access a;
  a.instruction = instruction;
  a.lane = static_cast<std::uint8_t>(number);
  a.address = address;
  a.operand = operand;
  return a;
}
Access seen(Access a, std::uint64_t returned) {
  a.returns = true;
  a.returned = returned;
  return a;
}

/// Each warp stores 1 to its own word and then finds 0 in the other's.
History storeBuffering() {
  History h;
  h.memorySize = 64;
  const Operation exchange{Op::Exch, Type::U32}, add{Op::Add, Type::U32};
  h.instructions = {{0, 0, exchange}, {0, 1, add}, {1, 0, exchange}, {1, 1, add}};
  h.accesses = {seen(lane(0, 0, 0, 1), 0), seen(lane(1, 0, 4, 0), 0), seen(lane(2, 0, 4, 1), 0),
                seen(lane(3, 0, 0, 0), 0)};
  h.initial = {{0, word(0)}, {4, word(0)}};
  h.final = {{0, word(1)}, {4, word(1)}};
  return h;
}

TEST(Search, LocationsThatAreLegalOneByOneAndNotTogether_RED_9) {
  History h = storeBuffering();
  Checker checker;
  EXPECT_EQ(checker.check(h).answer, Answer::Illegal);
  EXPECT_NE(explain(h, checker.check(h)).find("no order of"), std::string::npos);
  h.programOrder = ProgramOrder::Lane; // to different addresses they may be reordered
  const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
  EXPECT_EQ(verdict.answer, Answer::Legal);
  EXPECT_EQ(replay(h, verdict), "");
  h.barriers = {{{0, 0}, {1, 0}}}; // but not across a barrier
  EXPECT_EQ(checker.check(h).answer, Answer::Illegal);
}

TEST(Search, UnequalLimitsByCounts_ATOMS_13) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Inc, Type::U32}}};
  for (unsigned k = 0; k < 32; ++k)
    h.accesses.push_back(lane(0, k, 0, k % 4 + 2));
  h.initial = {{0, word(0)}};
  std::size_t legal = 0;
  Checker checker;
  for (std::uint32_t final = 0; final < 8; ++final) {
    h.final = {{0, word(final)}};
    const Verdict& verdict = checker.check(h, {.witness = true, .budget = {10'000'000'000, 512u << 20}});
    ASSERT_NE(verdict.answer, Answer::Unknown) << explain(h, verdict);
    legal += verdict.answer == Answer::Legal;
    if (final > 5) {
      EXPECT_EQ(verdict.answer, Answer::Illegal); // no count goes past the greatest limit
    }
  }
  EXPECT_GE(legal, 3u);
}

TEST(Search, SaysUnknownAndWhatItSpent) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Add, Type::F32}}};
  std::mt19937 random(1);
  for (unsigned k = 0; k < 32; ++k)
    h.accesses.push_back(lane(0, k, 0, 0x3f800000 + (random() & 0x3ffffff)));
  h.initial = {{0, word(0)}};
  h.final = {{0, word(0xc0000000)}}; // negative: no sum of positive numbers is
  Checker checker;
  const Verdict& never = checker.check(h);
  EXPECT_EQ(never.answer, Answer::Illegal);
  EXPECT_EQ(never.spent.states, 0u);
  EXPECT_NE(explain(h, never).find("but memory ends at -2 (0xc0000000): roundings do not reach that far"),
            std::string::npos);
  float sum = 0;
  for (const Access& a : h.accesses)
    sum += std::bit_cast<float>(static_cast<std::uint32_t>(a.operand));
  h.final = {{0, word(std::bit_cast<std::uint32_t>(sum) + 30)}}; // roundings may reach that far, and do not
  const Verdict& time = checker.check(h, {.witness = false, .budget = {20'000'000, 1u << 30}});
  EXPECT_EQ(time.answer, Answer::Unknown);
  EXPECT_STREQ(time.spent.limit, "time");
  EXPECT_GT(time.spent.states, 0u);
  const Verdict& states = checker.check(h, {.witness = false, .budget = {.states = 5000}});
  EXPECT_EQ(states.answer, Answer::Unknown);
  EXPECT_STREQ(states.spent.limit, "states");
  EXPECT_EQ(states.spent.states, 5000u);
  const Verdict& memory = checker.check(h, {.witness = false, .budget = {60'000'000'000, 1u << 20}});
  EXPECT_EQ(memory.answer, Answer::Unknown);
  EXPECT_STREQ(memory.spent.limit, "memory");
  EXPECT_LE(memory.spent.bytes, 1u << 20);
  EXPECT_NE(explain(h, memory).find("memory ran out"), std::string::npos);
}

TEST(Search, FloatSumsDependOnTheOrder_RED_11) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Add, Type::F32}}};
  for (unsigned k = 0; const std::uint32_t operand : {0x3f800000u, 0x4b800000u, 0xcb800000u}) // 1, 2^24, -2^24
    h.accesses.push_back(lane(0, k++, 0, operand));
  h.initial = {{0, word(0)}};
  Checker checker;
  const auto answer = [&](std::uint32_t final) {
    h.final = {{0, word(final)}};
    const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
    EXPECT_TRUE(verdict.answer != Answer::Legal || replay(h, verdict).empty());
    return verdict.answer;
  };
  EXPECT_EQ(answer(0), Answer::Legal);
  EXPECT_EQ(answer(0x3f800000), Answer::Legal);
  EXPECT_EQ(answer(0x40000000), Answer::Illegal);
  EXPECT_NE(explain(h, checker.check(h)).find("; memory can end at 0 (0x0), 1 (0x3f800000) only"), std::string::npos)
      << explain(h, checker.check(h));
}

TEST(Search, HalvesHaveOrdersOfTheirOwn_RED_6) { // M = {2048, 2048}, {1, 1} and {-2048, -2048} may end as {1, 0}
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Add, Type::F16x2}}};
  h.accesses = {lane(0, 0, 0, 0x3c003c00), lane(0, 1, 0, 0xe800e800)};
  h.initial = {{0, word(0x68006800)}};
  h.final = {{0, word(0x3c000000)}};
  Checker checker;
  const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
  EXPECT_EQ(verdict.answer, Answer::Legal);
  EXPECT_EQ(replay(h, verdict), "");
  EXPECT_EQ(verdict.order.size(), 4u);
}

TEST(Replay, RefusesAWrongOrder_ATOMS_5) {
  History h;
  h.memorySize = 64;
  h.instructions = {{0, 0, {Op::Add, Type::U32}}};
  h.accesses = {seen(lane(0, 0, 0, 1), 0), seen(lane(0, 1, 0, 1), 1)};
  h.initial = {{0, word(0)}};
  h.final = {{0, word(2)}};
  Checker checker;
  Verdict verdict = checker.check(h, {.witness = true, .budget = {}});
  EXPECT_EQ(replay(h, verdict), "");
  std::swap(verdict.order[0], verdict.order[1]);
  EXPECT_NE(replay(h, verdict), "");
  std::swap(verdict.order[0], verdict.order[1]);
  verdict.order[1] = verdict.order[0];
  EXPECT_NE(replay(h, verdict), "");
  verdict.order.pop_back();
  EXPECT_NE(replay(h, verdict), "");
}

} // namespace
} // namespace warplaw::linearize
