// BAR and B2R: CTAs of 1 to 32 warps, every reduction against a count over threads (BAR-1..5).
#include "concrete/instructions/bar.h"
#include "cta.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

namespace warplaw {
namespace bar_test {
using tests::Cta;
using tests::kTrue;

const spec::BarChoices kNoChoice;
constexpr std::string_view kReductions[] = {"POPC", "AND", "OR"};

std::vector<unsigned> anyOrder(unsigned count, std::mt19937& random) {
  std::vector<unsigned> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, random);
  return order;
}

/// Warps whose threads all hold, none, or some of them: reductions must come out either way.
std::vector<std::uint32_t> anyPredicates(unsigned count, std::mt19937& random) {
  const std::uint32_t kinds[] = {0, ~0u, static_cast<std::uint32_t>(random())};
  const unsigned most = random() % 3;
  std::vector<std::uint32_t> predicates(count);
  for (auto& word : predicates)
    word = kinds[random() % 16 ? most : random() % 3];
  return predicates;
}

/// Thread by thread.
std::uint64_t modelOf(std::string_view reduction, const std::vector<std::uint32_t>& predicates) {
  std::uint64_t holding = 0;
  for (const std::uint32_t word : predicates)
    for (unsigned lane = 0; lane < 32; ++lane)
      holding += word >> lane & 1;
  if (reduction == "POPC")
    return holding;
  return (reduction == "AND" ? holding == 32 * predicates.size() : holding != 0) ? kTrue : 0;
}

TEST(Bar, SyncReleasesAllWhenTheLastArrives_BAR_2) {
  std::mt19937 random(1);
  for (unsigned count = 1; count <= 32; ++count) {
    Cta cta(count);
    const unsigned id = random() % 16;
    const auto order = anyOrder(count, random);
    for (unsigned k = 0; k < count; ++k) {
      cta.run(order[k], fmt::format("BAR.SYNC {}", id));
      for (unsigned j = 0; j < count; ++j)
        ASSERT_EQ(cta.waits(order[j]), k + 1 < count && j <= k) << count << " warps, after " << k + 1;
      EXPECT_EQ(cta.barriers().arrived[id], k + 1 < count ? 32 * (k + 1) : 0);
    }
    EXPECT_EQ(cta.barriers(), spec::Barriers{}) << "no latch, nothing left";
  }
}

TEST(Bar, EveryReductionOfEveryCta_BAR_2_BAR_3) {
  std::mt19937 random(2);
  for (unsigned count = 1; count <= 32; ++count)
    for (const std::string_view reduction : kReductions)
      for (const bool negated : {false, true}) {
        Cta cta(count);
        auto predicates = anyPredicates(count, random);
        const std::string text = fmt::format("BAR.RED.{} {}, {}P0", reduction, random() % 16, negated ? "!" : "");
        for (const unsigned w : anyOrder(count, random))
          cta.run(w, text, predicates[w]);
        for (auto& word : predicates)
          word = negated ? ~word : word;
        for (unsigned w = 0; w < count; ++w) {
          ASSERT_FALSE(cta.waits(w));
          ASSERT_EQ(cta.resultOf(w), modelOf(reduction, predicates)) << text << " of " << count << " warps";
        }
      }
}

TEST(Bar, TheOrderOfFixedWarpsDoesNotMatter_BAR_5) {
  std::mt19937 random(3);
  for (const std::string_view reduction : kReductions) {
    std::optional<spec::Barriers> first;
    const auto predicates = anyPredicates(9, random);
    for (int round = 0; round < 50; ++round) {
      Cta cta(9);
      for (const unsigned w : anyOrder(9, random))
        cta.run(w, fmt::format("BAR.RED.{} 2, P0", reduction), predicates[w]);
      EXPECT_EQ(first.value_or(cta.barriers()), cta.barriers());
      first = cta.barriers();
    }
  }
}

/// "For any warps": three of which the first two are enough.
TEST(Bar, WhichWarpsArriveFirstMatters_BAR_5) {
  const auto resultOfWarp1 = [](std::initializer_list<unsigned> order) {
    Cta cta(3);
    for (const unsigned w : order)
      cta.run(w, "BAR.RED.POPC 1, 64, P0", w == 0 ? 1 : w == 1 ? 3 : 7);
    EXPECT_TRUE(cta.waits(*(order.end() - 1)));
    return cta.resultOf(1);
  };
  EXPECT_EQ(resultOfWarp1({0, 1, 2}), 3u);
  EXPECT_EQ(resultOfWarp1({2, 1, 0}), 5u);
}

TEST(Bar, ALaterGenerationChangesOnlyTheLatchesOfItsOwnWarps_BAR_2) {
  Cta cta(3);
  cta.run(0, "BAR.RED.POPC 1, 64, P0", 0xf);
  cta.run(1, "BAR.RED.POPC 1, 64, P0", 0xff);
  cta.run(2, "BAR.RED.OR 1, 64, P0", 1);
  cta.run(1, "BAR.RED.OR 1, 64, P0", 0);
  EXPECT_EQ(cta.resultOf(0), 12u);
  EXPECT_EQ(cta.resultOf(1), kTrue);
  EXPECT_EQ(cta.resultOf(2), kTrue);
  for (const unsigned w : {0u, 1u, 2u})
    cta.run(w, "BAR.SYNC 1");
  EXPECT_EQ(cta.resultOf(0), 12u) << "SYNC has no result";
}

TEST(Bar, BarriersDoNotMeet_BAR_1) {
  Cta cta(4);
  cta.run(0, "BAR.RED.POPC 3, 64, P0", 1);
  cta.run(1, "BAR.RED.AND 4, 64, P0", 0);
  EXPECT_TRUE(cta.waits(0) && cta.waits(1));
  cta.run(2, "BAR.RED.POPC 3, 64, P0", 2);
  EXPECT_FALSE(cta.waits(0));
  EXPECT_TRUE(cta.waits(1));
  cta.run(3, "BAR.RED.AND 4, 64, P0", ~0u);
  EXPECT_EQ(cta.resultOf(2), 2u);
  EXPECT_EQ(cta.resultOf(3), 0u);
}

TEST(Bar, ArriveCountsAndDoesNotWait_BAR_1) {
  Cta cta(2);
  cta.run(0, "BAR.ARRIVE 7, 64");
  EXPECT_FALSE(cta.waits(0));
  EXPECT_EQ(cta.barriers().arrived[7], 32u);
  cta.run(1, "BAR.SYNC 7, 64");
  EXPECT_EQ(cta.barriers(), spec::Barriers{});
  cta.run(1, "BAR.SYNC 7, 64");
  EXPECT_TRUE(cta.waits(1));
  cta.run(0, "BAR.ARRIVE 7, 64");
  EXPECT_EQ(cta.barriers(), spec::Barriers{});
}

/// Threads are rounded up to whole warps, and a warp adds 32 however few of its lanes take part.
TEST(Bar, AWarpArrivesAsAWhole_BAR_1) {
  for (const auto& [threads, expected] : {std::pair{1u, 32u}, {32u, 32u}, {33u, 64u}, {64u, 64u}, {1024u, 1024u}}) {
    Cta cta(32);
    cta.surroundings.cells.inputs.ntid[0] = threads;
    cta.warps[0]->active = 1;
    cta.run(0, "BAR.SYNC 0");
    EXPECT_EQ(cta.barriers().expected[0], expected == 32 ? 0 : expected);
    EXPECT_EQ(cta.barriers().arrived[0], expected == 32 ? 0u : 32u);
  }
  Cta cta(6); // ntid along all axes
  cta.surroundings.cells.inputs.ntid[0] = 5, cta.surroundings.cells.inputs.ntid[1] = 6;
  cta.surroundings.cells.inputs.ntid[2] = 6;
  cta.run(0, "BAR.SYNC 0");
  EXPECT_EQ(cta.barriers().expected[0], 192u);
}

TEST(Bar, NothingHappensWithoutAnExecutingLane_MACH_1) {
  Cta cta(1);
  cta.run(0, "@P0 BAR.RED.POPC 0, PT", 0);
  EXPECT_EQ(cta.barriers(), spec::Barriers{});
  cta.run(0, "@P0 BAR.RED.POPC 0, PT", 4);
  EXPECT_EQ(cta.resultOf(0), 1u);
}

/// Whatever opened the generation, an arrival is misuse exactly if its use or its count is another one.
TEST(Bar, Misuse_BAR_4) {
  const std::string_view arrivals[] = {"BAR.SYNC 5, 96",         "BAR.ARRIVE 5, 96",       "BAR.RED.POPC 5, 96, P0",
                                       "BAR.RED.AND 5, 96, P0",  "BAR.RED.OR 5, 96, P0",   "BAR.SYNC 5",
                                       "BAR.RED.POPC 5, 64, P0", "BAR.RED.AND 5, 128, P0", "BAR.ARRIVE 5, 0x40"};
  const auto useOf = [](std::string_view text) { return text.find("RED") == text.npos ? "" : text.substr(8, 3); };
  const auto countOf = [](std::string_view text) {
    return text.find("96") != text.npos ? 96 : text.find("128") != text.npos ? 128 : text == "BAR.SYNC 5" ? 160 : 64;
  };
  for (const std::string_view first : arrivals)
    for (const std::string_view second : arrivals) {
      Cta cta(5);
      cta.run(0, first, 3);
      const spec::Barriers before = cta.barriers();
      cta.warps[1]->active = 0xff0f;
      cta.run(1, second, 5);
      const bool misuse = useOf(first) != useOf(second) || countOf(first) != countOf(second);
      EXPECT_EQ(cta.inError(1), misuse) << first << ", then " << second;
      if (misuse)
        EXPECT_EQ(cta.barriers(), before) << first << ", then " << second;
      for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(cta.warps[1]->errors[lane] != 0, misuse && (0xff0fu >> lane & 1));
    }
}

/// What a register names, lane by lane of those that execute: R1 the barrier, R2 the count.
class NamedByRegisters : public ::testing::Test {
protected:
  Cta cta{3};
  void set(unsigned w, std::uint32_t id, std::uint32_t threads) {
    std::ranges::fill(cta.warps[w]->registers[1], id);
    std::ranges::fill(cta.warps[w]->registers[2], threads);
  }
  /// Is warp 0 in error, and are the barriers then as they were?
  bool isMisuse(std::string_view text) {
    const spec::Barriers before = cta.barriers();
    cta.run(0, text, ~0u);
    const bool inError = std::ranges::any_of(cta.warps[0]->errors, [](auto error) { return error != 0; });
    EXPECT_EQ(inError, cta.barriers() == before) << text;
    cta.barriers() = before;
    return inError;
  }
};

TEST_F(NamedByRegisters, TheBarrierThatTheyName_BAR_1) {
  for (unsigned id = 0; id < spec::kBarriers; ++id) {
    set(0, id, 64), set(1, id, 64);
    cta.run(0, "BAR.ARRIVE R1, R2");
    EXPECT_EQ(cta.barriers().arrived[id], 32u);
    EXPECT_EQ(cta.barriers().expected[id], 64u);
    cta.run(1, fmt::format("BAR.SYNC {}, R2", id));
    EXPECT_EQ(cta.barriers(), spec::Barriers{});
  }
  set(0, 5, 0);
  cta.run(0, "BAR.RED.POPC R1, R2, P0", 0xff);
  EXPECT_EQ(cta.barriers().expected[5], 96u) << "0 is all of the CTA";
  EXPECT_EQ(cta.barriers().accumulator[5], 8u);
}

TEST_F(NamedByRegisters, NoSuchBarrierOrCount_BAR_4) {
  for (const std::uint32_t id : {16u, 17u, 31u, 32u, 0x10000u, 0x80000000u, ~0u}) {
    set(0, id, 64);
    EXPECT_TRUE(isMisuse("BAR.SYNC R1")) << id;
    EXPECT_TRUE(isMisuse("BAR.ARRIVE R1, 64")) << id;
    EXPECT_TRUE(isMisuse("BAR.RED.OR R1, R2, P0")) << id;
  }
  for (const std::uint32_t threads : {1u, 31u, 33u, 48u, 4065u, 4096u, 0x80000020u, ~31u, ~0u}) {
    set(0, 3, threads);
    EXPECT_TRUE(isMisuse("BAR.SYNC 3, R2")) << threads;
    EXPECT_TRUE(isMisuse("BAR.ARRIVE R1, R2")) << threads;
  }
  set(0, 3, 4064);
  EXPECT_FALSE(isMisuse("BAR.SYNC R1, R2"));
  set(0, 3, 0);
  EXPECT_FALSE(isMisuse("BAR.SYNC R1, R2"));
  EXPECT_TRUE(isMisuse("BAR.ARRIVE R1, R2")) << "ARRIVE says of how many it is one (BAR-1)";
}

TEST_F(NamedByRegisters, ExecutingLanesNameTheSame_BAR_4) {
  for (const unsigned row : {1u, 2u})
    for (const unsigned lane : {0u, 1u, 17u, 31u}) {
      set(0, 3, 64);
      cta.warps[0]->registers[row][lane] ^= row == 1 ? 1 : 32;
      cta.warps[0]->active = ~0u;
      EXPECT_TRUE(isMisuse("BAR.SYNC R1, R2")) << "lane " << lane;
      cta.warps[0]->active = ~(1u << lane);
      EXPECT_FALSE(isMisuse("BAR.SYNC R1, R2")) << "lane " << lane << " does not execute";
      cta.warps[0]->active = 1u << lane;
      EXPECT_FALSE(isMisuse("BAR.SYNC R1, R2")) << "lane " << lane << " alone";
    }
}

/// By default the neutral element; otherwise what the choice says, lane by lane.
TEST(Bar, LanesOutsideGiveWhatIsChosen_BAR_3_BAR_4) {
  const auto result = [](std::string_view reduction, std::optional<std::uint32_t> outside) {
    Cta cta(1);
    cta.warps[0]->active = 0x00ff; // not active
    cta.warps[0]->predicates[1] = 0x0ff0;
    cta.run(0, fmt::format("@P1 BAR.RED.{} 0, P0", reduction), 0xf0, [&](spec::Choices& choices) { // guard false
      if (outside)
        choices.as<spec::BarChoices>().outside = *outside, choices.as<spec::BarChoices>().outsideIsNeutral = 0;
    });
    return cta.resultOf(0);
  };
  EXPECT_EQ(result("POPC", {}), 4u);
  EXPECT_EQ(result("AND", {}), kTrue);
  EXPECT_EQ(result("OR", {}), kTrue);
  EXPECT_EQ(result("POPC", 0), 4u);
  EXPECT_EQ(result("AND", 0), 0u);
  EXPECT_EQ(result("POPC", ~0u), 32u);
  EXPECT_EQ(result("POPC", 0x80000010), 5u) << "bit 4 is an executing lane's";
  EXPECT_EQ(result("AND", ~0xf0u), kTrue);
  EXPECT_EQ(result("AND", ~0x1f0u), 0u);
}

TEST(Bar, WarpsThatHaveExited_BAR_1) {
  for (const bool arrive : {true, false}) {
    Cta cta(4);
    cta.barriers().exited = 0b1010;
    const auto choose = [&](spec::Choices& choices) { choices.as<spec::BarChoices>().exitedArrive = arrive; };
    cta.run(0, "BAR.SYNC 0", 0, choose);
    EXPECT_EQ(cta.barriers().expected[0], arrive ? 64u : 128u);
    cta.run(2, "BAR.SYNC 0", 0, choose);
    EXPECT_EQ(cta.waits(0), !arrive);
    cta.barriers() = {.exited = 0b1010};
    cta.run(0, "BAR.SYNC 0, 96", 0, choose);
    EXPECT_EQ(cta.barriers().expected[0], 96u) << "a count is what it says";
  }
}

TEST(Bar, AWarpThatComesIsWaitedFor_BAR_1) {
  Cta cta(2);
  cta.barriers().exited = 0b01;
  cta.run(1, "BAR.SYNC 0");
  EXPECT_FALSE(cta.waits(1)) << "alone";
  cta.barriers().exited = 0b11; // which warp 1 contradicts by coming
  cta.run(1, "BAR.SYNC 0");
  EXPECT_EQ(cta.barriers().arrived[0], 0u) << "it is expected, and has arrived";
  spec::SpecialInputs inputs;
  spec::Barriers barriers{.exited = 0b11};
  inputs.ntid[0] = 96, inputs.warp = 1;
  const spec::BarModifiers modifiers{};
  const spec::Operands operands{.exec = 1};
  spec::Results results;
  concrete::warplaw_bar_portable(&modifiers, &operands, &kNoChoice, &inputs, &barriers, &results);
  EXPECT_EQ(barriers.expected[0], 64u);
}

/// What a datapath leaves, before any of it is written back.
TEST(Bar, ErrorsAreOfExecutingLanesAlone_MACH_8) {
  spec::SpecialInputs inputs;
  spec::Barriers barriers;
  barriers.arrived[0] = 32, barriers.expected[0] = 64;
  const spec::BarModifiers modifiers{.op = static_cast<std::uint32_t>(spec::BarOp::RedOr)};
  const spec::Operands operands{.exec = 0x12};
  spec::Results results, expected;
  std::memset(&results, 0xAB, sizeof results);
  std::memcpy(&expected, &results, sizeof results);
  expected.written[0] = expected.written[1] = expected.predicateWritten = 0;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    expected.error[lane] = lane == 1 || lane == 4 ? static_cast<std::uint8_t>(spec::ErrorKind::BarrierMisuse) : 0;
  concrete::warplaw_bar_portable(&modifiers, &operands, &kNoChoice, &inputs, &barriers, &results);
  EXPECT_EQ(std::memcmp(&results, &expected, sizeof results), 0);
}

TEST(B2r, WhatTheOtherDestinationGetsIsChosen_BAR_2) {
  Cta cta(1);
  const auto choose = [](spec::Choices& choices) {
    auto& own = choices.as<spec::B2rChoices>();
    own.wordOfAnswer.fill(0x77);
    own.predicateOfCount = 0xff00;
  };
  cta.warps[0]->active = 0xf0f;
  cta.run(0, "BAR.RED.POPC 0, P0", 0x301);
  cta.run(0, "B2R.RESULT R1, P1", 0, choose);
  EXPECT_EQ(cta.warps[0]->registers[1][0], 3u);
  EXPECT_EQ(cta.warps[0]->registers[1][4], 0u) << "does not execute";
  EXPECT_EQ(cta.warps[0]->predicates[1], 0xf00u);
  cta.run(0, "BAR.RED.OR 0, P0", 0x100);
  cta.run(0, "B2R.RESULT R1, P1", 0, choose);
  EXPECT_EQ(cta.warps[0]->registers[1][11], 0x77u);
  EXPECT_EQ(cta.warps[0]->predicates[1], 0xf0fu);
}

TEST(B2r, EachWarpReadsItsOwnLatch_BAR_2) {
  Cta cta(32);
  for (unsigned w = 0; w < 32; ++w)
    cta.barriers().latch[w] = w % 2 ? w + 100 : w % 4 / 2;
  cta.barriers().latchIsCount = 0xaaaaaaaa;
  for (unsigned w = 0; w < 32; ++w)
    EXPECT_EQ(cta.resultOf(w), w % 2 ? w + 100 : w % 4 ? kTrue : 0) << w;
}

TEST(Bar, RejectedSurroundings_BAR_2) {
  tests::State s;
  s.surroundings.cells.barriers.arrived[3] = 48;
  s.surroundings.cells.barriers.expected[3] = 64;
  const auto result = s.run("BAR.SYNC 0");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().rule, "BAR-1");
  EXPECT_TRUE(s.run("S2R R0, SR_LANEID")) << "looks at no barriers";
}

} // namespace bar_test
} // namespace warplaw
