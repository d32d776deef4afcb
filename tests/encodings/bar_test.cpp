// BAR's and B2R's encodings against CTAs whose threads are counted one by one (BAR-1..5).
#include "symbolic/encodings/b2r.h"
#include "symbolic/encodings/bar.h"
#include "tests/encodings/around.h"
#include <numeric>

namespace warplaw::symbolic {
namespace {
using spec::BarOp;

class Bar : public ::testing::Test {
protected:
  using Encoding = CompiledAround<spec::BarModifiers, spec::BarChoices, spec::SpecialInputs, spec::Barriers>;
  /// An instruction of one warp; what errors it leaves in lane 0.
  std::uint8_t arrive(std::uint32_t warp, BarOp op, std::uint32_t id, std::uint32_t threads, std::uint32_t exec,
                      std::uint32_t votes, const spec::BarChoices& choices = {}) {
    spec::Operands operands = executing(exec, votes);
    std::ranges::fill(operands.row[spec::bar_rows::kId], id);
    std::ranges::fill(operands.row[spec::bar_rows::kThreads], threads);
    return arrive(warp, op, operands, choices).error[0];
  }
  spec::Results arrive(std::uint32_t warp, BarOp op, const spec::Operands& operands,
                       const spec::BarChoices& choices = {}) {
    inputs.warp = warp;
    return encoding({static_cast<std::uint32_t>(op)}, operands, choices, {}, inputs, barriers);
  }
  static const Encoding& compiled() {
    static const Encoding kEncoding(barEncoding);
    return kEncoding;
  }
  const Encoding& encoding = compiled();
  spec::SpecialInputs inputs;
  spec::Barriers barriers;
};

TEST_F(Bar, EveryWarpGetsWhatAllThreadsVoted_BAR_2_3_5) {
  std::mt19937 random(6);
  for (unsigned round = 0; round < 400; ++round) {
    const unsigned warps = 1 + round % spec::kCtaWarps, id = random() % spec::kBarriers;
    const BarOp op = static_cast<BarOp>(2 + random() % 3);
    inputs.ntid[0] = warps * spec::kLanes - random() % 32;
    std::vector<std::uint32_t> votes(warps), order(warps);
    unsigned yes = 0;
    for (std::uint32_t& mask : votes) {
      mask = random() % 3 == 0 ? random() : random() % 2 ? ~0u : 0u;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        yes += mask >> lane & 1;
    }
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    const spec::Barriers fresh = barriers;
    for (unsigned k = 0; k < warps; ++k) {
      EXPECT_EQ(arrive(order[k], op, id, 0, ~0u, votes[order[k]]), 0);
      EXPECT_EQ(barriers.arrived[id], k + 1 == warps ? 0 : spec::kLanes * (k + 1));
    }
    const std::uint32_t wanted = op == BarOp::RedPopc  ? yes
                                 : op == BarOp::RedAnd ? yes == warps * spec::kLanes
                                                       : yes > 0;
    for (unsigned w = 0; w < spec::kCtaWarps; ++w) {
      EXPECT_EQ(barriers.latch[w], w < warps ? wanted : fresh.latch[w]);
      if (w < warps) {
        EXPECT_EQ(barriers.latchIsCount >> w & 1, std::uint32_t{op == BarOp::RedPopc});
      }
    }
    EXPECT_EQ(barriers.waiting[id] | barriers.expected[id] | barriers.accumulator[id] | barriers.use[id], 0u);
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
}

TEST_F(Bar, WhoDoesNotExecuteGivesWhatWasChosen_BAR_3) {
  inputs.ntid[0] = 32;
  const auto result = [&](BarOp op, const spec::BarChoices& choices) {
    arrive(0, op, 0, 0, 0x0000ffff, 0x0000ffff, choices);
    return barriers.latch[0];
  };
  EXPECT_EQ(result(BarOp::RedPopc, {}), 16u);
  EXPECT_EQ(result(BarOp::RedAnd, {}), 1u);
  EXPECT_EQ(result(BarOp::RedPopc, {.outside = 0xf0000000, .outsideIsNeutral = 0}), 20u);
  EXPECT_EQ(result(BarOp::RedAnd, {.outside = 0xf0000000, .outsideIsNeutral = 0}), 0u);
}

TEST_F(Bar, MisuseLeavesTheGenerationAlone_BAR_4) {
  inputs.ntid[0] = 128;
  EXPECT_EQ(arrive(0, BarOp::RedOr, 7, 0, ~0u, 1), 0);
  const spec::Barriers open = barriers;
  const auto misuse = static_cast<std::uint8_t>(spec::ErrorKind::BarrierMisuse);
  EXPECT_EQ(arrive(1, BarOp::RedAnd, 7, 0, ~0u, 1), misuse);
  EXPECT_EQ(arrive(1, BarOp::Sync, 7, 0, ~0u, 1), misuse);
  EXPECT_EQ(arrive(1, BarOp::RedOr, 7, 96, ~0u, 1), misuse);
  EXPECT_EQ(barriers, open);
  EXPECT_EQ(arrive(1, BarOp::RedOr, 7, 128, ~0u, 1), 0) << "the count that all threads make";
  EXPECT_EQ(barriers.arrived[7], 64u);
}

/// Lanes that hold anything, mostly alike: said lane by lane what is misuse.
TEST_F(Bar, WhatLanesName_BAR_4) {
  std::mt19937 random(8);
  constexpr std::uint32_t kIds[] = {0, 3, 15, 16, 19, 0x10003, ~0u},
                          kCounts[] = {0, 32, 64, 4064, 33, 4096, 0x80000020};
  unsigned misuses = 0;
  inputs.ntid[0] = 1024;
  for (unsigned round = 0; round < 2000; ++round) {
    spec::Operands operands = executing(random() & random(), 0);
    const std::uint32_t id = kIds[random() % std::size(kIds)], threads = kCounts[random() % std::size(kCounts)];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const bool executes = operands.exec >> lane & 1;
      const auto held = [&](std::uint32_t word) {
        return executes ? random() % 400 ? word : word ^ 1u << random() % 32 : static_cast<std::uint32_t>(random());
      };
      operands.row[spec::bar_rows::kId][lane] = held(id);
      operands.row[spec::bar_rows::kThreads][lane] = held(threads);
    }
    const BarOp op = random() % 2 ? BarOp::Arrive : BarOp::Sync;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> first;
    bool wanted = false;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      const std::pair here(operands.row[spec::bar_rows::kId][lane], operands.row[spec::bar_rows::kThreads][lane]);
      wanted |= first.value_or(here) != here || here.first > 15 || here.second % 32 != 0 || here.second > 4064 ||
                (op == BarOp::Arrive && here.second == 0);
      first = here;
    }
    barriers = {};
    const spec::Results results = arrive(2, op, operands);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      EXPECT_EQ(results.error[lane] != 0, wanted && (operands.exec >> lane & 1)) << lane;
    EXPECT_EQ(barriers == spec::Barriers{}, wanted || !first || first->second == 32);
    ASSERT_FALSE(HasFailure()) << "round " << round;
    misuses += wanted;
  }
  EXPECT_GT(misuses, 200u);
  EXPECT_LT(misuses, 1800u);
}

TEST_F(Bar, ArriveDoesNotWaitAndExitedWarpsAreNotAwaited_BAR_1) {
  inputs.ntid[0] = 96;
  EXPECT_EQ(arrive(0, BarOp::Arrive, 1, 64, ~0u, 0), 0);
  EXPECT_EQ(barriers.waiting[1], 0u);
  EXPECT_EQ(arrive(1, BarOp::Sync, 1, 64, ~0u, 0), 0);
  EXPECT_EQ(barriers.arrived[1], 0u);
  barriers.exited = 1u << 2;
  arrive(0, BarOp::Sync, 2, 0, ~0u, 0);
  EXPECT_EQ(barriers.expected[2], 64u);
  arrive(0, BarOp::Sync, 3, 0, ~0u, 0, {1, 0, 0});
  EXPECT_EQ(barriers.expected[3], 96u);
  const spec::Barriers before = barriers;
  arrive(1, BarOp::Sync, 2, 0, 0, 0);
  EXPECT_EQ(barriers, before) << "no lane executes";
}

TEST(B2r, TheOwnLatch_BAR_2) {
  using Encoding = CompiledAround<spec::B2rModifiers, spec::B2rChoices, spec::SpecialInputs, spec::Barriers>;
  const Encoding encoding([](const auto& modifiers, const auto&... what) { return b2rEncoding(modifiers, what...); });
  spec::SpecialInputs inputs;
  spec::Barriers barriers;
  barriers.latch[3] = 77;
  barriers.latchIsCount = 1u << 3;
  barriers.latch[4] = 1;
  spec::B2rChoices choices;
  choices.wordOfAnswer[5] = 9;
  choices.predicateOfCount = 1u << 6;
  inputs.warp = 3;
  spec::Results after = encoding({}, executing(0x70), choices, {}, inputs, barriers);
  EXPECT_EQ(after.row[0][5], 77u);
  EXPECT_EQ(after.row[0][0], 0u) << "does not execute";
  EXPECT_EQ(after.predicate, 1u << 6);
  inputs.warp = 4;
  after = encoding({}, executing(0x70), choices, {}, inputs, barriers);
  EXPECT_EQ(after.row[0][5], 9u);
  EXPECT_EQ(after.predicate, 0x70u);
  inputs.warp = 5;
  EXPECT_EQ(encoding({}, executing(0x70), choices, {}, inputs, barriers).predicate, 0u);
}

} // namespace
} // namespace warplaw::symbolic
