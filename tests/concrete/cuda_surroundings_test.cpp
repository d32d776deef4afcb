// CUDA's functions that touch what is around a warp: CTAs of 1 to 32 warps against a count over threads, misuse, who is
// told to wait, reserved counters, clocks (BAR-1..4, PM-1, PM-2, SR-3).
#include "concrete/cuda.h"
#include "spec/surrounding_cells_fields.h"
#include <algorithm>
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace warplaw {
using namespace concrete;
namespace cuda_surroundings_test {
using spec::CudaArrival;
using spec::CudaTrigger;
using spec::kLanes;
using Words = std::array<std::uint32_t, kLanes>;

constexpr std::uint32_t kAll = ~0u;
constexpr std::uint32_t kKept = 9999; ///< where nothing is received: no count of a CTA's threads

/// A CTA whose warps call.
struct Cta {
  std::uint32_t warps;
  spec::SpecialInputs inputs;
  spec::Barriers barriers;
  spec::BarChoices choices;

  explicit Cta(std::uint32_t count) : warps(count) { inputs.ntid[0] = kLanes * count; }
  CudaArrival sync(std::uint32_t warp, std::uint32_t exec = kAll) {
    inputs.warp = warp;
    return warplaw_cuda_syncthreads(exec, &choices, &inputs, &barriers);
  }
  CudaArrival reduce(CudaSyncReduction* call, std::uint32_t warp, const Words& predicate, std::uint32_t exec = kAll) {
    inputs.warp = warp;
    const CudaArrival arrival = call(exec, predicate.data(), &choices, &inputs, &barriers);
    EXPECT_FALSE(faultOf(barriers)) << "illegal barriers";
    return arrival;
  }
  /// What lane 0 receives; kKept where the warp is rejected.
  std::uint32_t result(CudaSyncResult* read, std::uint32_t warp) {
    inputs.warp = warp;
    Words words;
    words.fill(kKept);
    const bool accepted = read(kAll, &inputs, &barriers, words.data());
    EXPECT_TRUE(std::ranges::all_of(words, [&](std::uint32_t word) { return word == words[0]; }));
    EXPECT_EQ(accepted, words[0] != kKept);
    return words[0];
  }
};

/// Lanes say yes by whatever is not 0.
Words saying(std::uint32_t yes) {
  Words words;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    words[lane] = yes >> lane & 1 ? 2u << lane % 30 : 0;
  return words;
}

struct Reduction {
  const char* name;
  CudaSyncReduction* call;
  CudaSyncResult* read;
  std::uint32_t (*wanted)(std::uint32_t yes, std::uint32_t threads);
};
constexpr Reduction kReductions[] = {
    {"count", warplaw_cuda_syncthreads_count, warplaw_cuda_syncthreads_count_result,
     [](std::uint32_t yes, std::uint32_t) { return yes; }},
    {"and", warplaw_cuda_syncthreads_and, warplaw_cuda_syncthreads_and_or_result,
     [](std::uint32_t yes, std::uint32_t threads) { return std::uint32_t{yes == threads}; }},
    {"or", warplaw_cuda_syncthreads_or, warplaw_cuda_syncthreads_and_or_result,
     [](std::uint32_t yes, std::uint32_t) { return std::uint32_t{yes != 0}; }}};

std::vector<std::uint32_t> anyOrder(std::uint32_t count, std::mt19937& random) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::shuffle(order, random);
  return order;
}

TEST(CudaSync, TheLastWarpReleasesTheOthers_BAR_2) {
  std::mt19937 random(1);
  for (std::uint32_t count = 1; count <= spec::kCtaWarps; ++count) {
    Cta cta(count);
    for (int round = 0; round < 3; ++round)
      for (std::uint32_t arrived = 1; const std::uint32_t warp : anyOrder(count, random)) {
        EXPECT_EQ(cta.sync(warp, 1u << random() % kLanes),
                  arrived++ == count ? CudaArrival::Releases : CudaArrival::Waits);
      }
    EXPECT_EQ(cta.barriers, spec::Barriers{});
  }
}

TEST(CudaSync, EveryReductionOfEveryCtaAgainstACount_BAR_2_BAR_3) {
  std::mt19937 random(2);
  for (std::uint32_t count = 1; count <= spec::kCtaWarps; ++count)
    for (int round = 0; round < 20; ++round)
      for (const Reduction& reduction : kReductions) {
        Cta cta(count);
        const unsigned kind = random() % 3; // all, nobody, or some
        std::uint32_t yes = 0, arrived = 0;
        for (const std::uint32_t warp : anyOrder(count, random)) {
          const std::uint32_t votes = kind == 0 ? kAll : kind == 1 ? 0 : static_cast<std::uint32_t>(random());
          yes += static_cast<std::uint32_t>(std::popcount(votes));
          const CudaArrival arrival = cta.reduce(reduction.call, warp, saying(votes));
          ASSERT_EQ(arrival, ++arrived == count ? CudaArrival::Releases : CudaArrival::Waits);
          if (arrival == CudaArrival::Waits) {
            ASSERT_EQ(cta.result(reduction.read, warp), kKept) << "a warp that waits has no result";
          }
        }
        for (std::uint32_t warp = 0; warp < count; ++warp)
          ASSERT_EQ(cta.result(reduction.read, warp), reduction.wanted(yes, kLanes * count)) << reduction.name;
      }
}

TEST(CudaSync, LanesThatDoNotExecuteGiveWhatIsChosen_BAR_3) {
  constexpr std::uint32_t kExec = 0xff, kYes = 0x0f;
  const auto counted = [&](std::uint32_t isNeutral, std::uint32_t outside) {
    Cta cta(1);
    cta.choices.outsideIsNeutral = isNeutral;
    cta.choices.outside = outside;
    cta.reduce(warplaw_cuda_syncthreads_count, 0, saying(kYes | 0xf000), kExec);
    return cta.result(warplaw_cuda_syncthreads_count_result, 0);
  };
  EXPECT_EQ(counted(1, kAll), 4u);
  EXPECT_EQ(counted(7, kAll), 4u); // a flag
  EXPECT_EQ(counted(0, kAll), 4u + 24u);
  EXPECT_EQ(counted(0, 0x300), 4u + 2u);
}

TEST(CudaSync, AnotherFunctionAtAnOpenBarrierIsMisuse_BAR_4) {
  for (const Reduction& reduction : kReductions) {
    Cta cta(2);
    ASSERT_EQ(cta.sync(0), CudaArrival::Waits);
    const spec::Barriers before = cta.barriers;
    EXPECT_EQ(cta.reduce(reduction.call, 1, saying(kAll)), CudaArrival::Misuse);
    EXPECT_EQ(cta.barriers, before) << "nothing happens";
    EXPECT_EQ(cta.sync(1), CudaArrival::Releases);
  }
  for (const Reduction& first : kReductions)
    for (const Reduction& second : kReductions) {
      Cta cta(2);
      ASSERT_EQ(cta.reduce(first.call, 0, saying(kAll)), CudaArrival::Waits);
      EXPECT_EQ(cta.reduce(second.call, 1, saying(kAll)),
                first.call == second.call ? CudaArrival::Releases : CudaArrival::Misuse);
    }
}

TEST(CudaSync, AWarpWithoutLanesDoesNotArrive_BAR_1) {
  Cta cta(2);
  EXPECT_EQ(cta.sync(0, 0), CudaArrival::NobodyCalls);
  EXPECT_EQ(cta.barriers, spec::Barriers{});
  ASSERT_EQ(cta.reduce(warplaw_cuda_syncthreads_or, 1, saying(1)), CudaArrival::Waits);
  EXPECT_EQ(cta.sync(0, 0), CudaArrival::NobodyCalls) << "nor misuses it";
}

TEST(CudaSync, WarpsThatHaveExitedAreWaitedForOrNot_BAR_1) {
  Cta cta(3);
  cta.barriers.exited = 1u << 2;
  EXPECT_EQ(cta.sync(0), CudaArrival::Waits);
  EXPECT_EQ(cta.sync(1), CudaArrival::Releases);
  cta.choices.exitedArrive = 0;
  EXPECT_EQ(cta.sync(0), CudaArrival::Waits);
  EXPECT_EQ(cta.sync(1), CudaArrival::Waits);
}

TEST(CudaSync, AResultStaysAndIsOfOneKind_BAR_2) {
  Cta cta(1);
  cta.reduce(warplaw_cuda_syncthreads_count, 0, saying(0x7));
  EXPECT_EQ(cta.result(warplaw_cuda_syncthreads_and_or_result, 0), kKept);
  cta.sync(0);
  EXPECT_EQ(cta.result(warplaw_cuda_syncthreads_count_result, 0), 3u);
  cta.reduce(warplaw_cuda_syncthreads_or, 0, saying(0x7));
  EXPECT_EQ(cta.result(warplaw_cuda_syncthreads_count_result, 0), kKept);
  EXPECT_EQ(cta.result(warplaw_cuda_syncthreads_and_or_result, 0), 1u);

  Words words;
  words.fill(kKept);
  ASSERT_TRUE(warplaw_cuda_syncthreads_and_or_result(0xf0, &cta.inputs, &cta.barriers, words.data()));
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    EXPECT_EQ(words[lane], 0xf0 >> lane & 1 ? 1u : kKept) << lane;
}

TEST(CudaTrigger, EightCountersOncePerWarp_PM_1_PM_2) {
  for (std::uint32_t counter = 0; counter < 300; ++counter)
    for (const std::uint32_t exec : {0u, 1u, 0x8000'0000u, kAll}) {
      spec::Counters counters, wanted;
      std::ranges::fill(counters.count, kAll); // wraps
      std::ranges::fill(wanted.count, kAll);
      if (counter < 8 && exec)
        wanted.count[counter] = 0;
      EXPECT_EQ(warplaw_cuda_prof_trigger(exec, counter, &counters), counter < 8    ? CudaTrigger::Counts
                                                                     : counter < 16 ? CudaTrigger::Reserved
                                                                                    : CudaTrigger::NoSuchCounter);
      EXPECT_EQ(counters, wanted) << counter;
    }
  spec::Counters counters;
  EXPECT_EQ(warplaw_cuda_prof_trigger(kAll, 1u << 31, &counters), CudaTrigger::NoSuchCounter);
  EXPECT_EQ(counters, spec::Counters{});
}

TEST(CudaClock, EveryExecutingLaneReadsTheSame_SR_3) {
  spec::SpecialInputs inputs;
  inputs.clockLow = 0xfedc'ba98;
  inputs.clockHigh = 0x8765'4321;
  for (const std::uint32_t exec : {0u, 0x8000'0001u, 0x5555'5555u, kAll}) {
    Words low;
    low.fill(kKept);
    std::array<std::uint64_t, kLanes> both;
    both.fill(kKept);
    warplaw_cuda_clock(exec, &inputs, low.data());
    warplaw_cuda_clock64(exec, &inputs, both.data());
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(low[lane], exec >> lane & 1 ? 0xfedc'ba98 : kKept);
      EXPECT_EQ(both[lane], exec >> lane & 1 ? 0x8765'4321'fedc'ba98 : kKept);
    }
  }
}

} // namespace cuda_surroundings_test
} // namespace warplaw
