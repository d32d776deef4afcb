// CUDA's warp functions: each rule on lanes worked out by hand, and every width against a model in plain integers
// (CSHFL-1..5, VOTE-1..3).
#include "concrete/cuda.h"
#include "cuda_reads.h"
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>

namespace warplaw {
using namespace concrete;
namespace cuda_test {
using spec::kLanes;
using Words = std::array<std::uint32_t, kLanes>;

constexpr std::uint32_t kAll = ~0u;
constexpr std::uint32_t kWidths[] = {1, 2, 4, 8, 16, 32};

Words filled(std::uint32_t word) {
  Words words;
  words.fill(word);
  return words;
}
/// Lane i holds first + i.
Words counted(std::uint32_t first) {
  Words words;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    words[lane] = first + lane;
  return words;
}

/// The lane that `lane` reads where all lanes call the shuffle with x; kLanes where the width is rejected.
std::uint32_t readBy(concrete::CudaShuffle* shuffle, std::uint32_t lane, std::uint32_t x, std::uint32_t width) {
  Words result = filled(99);
  return shuffle(kAll, counted(0).data(), filled(x).data(), width, filled(77).data(), result.data()) ? result[lane]
                                                                                                     : kLanes;
}

TEST(CudaShuffle, WrapsInTheOwnSubsection_CSHFL_2) {
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 3, 9, 8), 1u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 21, 9, 8), 17u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 5, static_cast<std::uint32_t>(-7), 8), 1u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 30, static_cast<std::uint32_t>(-1), 4), 31u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 30, 13, 1), 30u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl, 30, 40, 32), 8u);
}

TEST(CudaShuffle, GivesTheOwnValueOutsideTheSubsection_CSHFL_3) {
  EXPECT_EQ(readBy(warplaw_cuda_shfl_up, 9, 1, 8), 8u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_up, 9, 2, 8), 9u); // not 8, the edge
  EXPECT_EQ(readBy(warplaw_cuda_shfl_down, 6, 1, 8), 7u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_down, 6, 2, 8), 6u); // not 7
}

TEST(CudaShuffle, CrossesToEarlierSubsectionsOnly_CSHFL_4) {
  EXPECT_EQ(readBy(warplaw_cuda_shfl_xor, 5, 3, 4), 6u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_xor, 8, 8, 8), 0u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_xor, 0, 8, 8), 0u); // lane 8 is later
}

TEST(CudaShuffle, CountsFiveBits_CSHFL_5) {
  EXPECT_EQ(readBy(warplaw_cuda_shfl_up, 7, 33, 32), 6u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_down, 7, 34, 32), 9u);
  EXPECT_EQ(readBy(warplaw_cuda_shfl_xor, 7, 33, 32), 6u);
}

TEST(CudaShuffle, RejectsEveryOtherWidthAndWritesNothing_CSHFL_1) {
  const auto isLegal = [](std::uint32_t width) {
    return std::find(std::begin(kWidths), std::end(kWidths), width) != std::end(kWidths);
  };
  for (concrete::CudaShuffle* shuffle :
       {warplaw_cuda_shfl, warplaw_cuda_shfl_up, warplaw_cuda_shfl_down, warplaw_cuda_shfl_xor})
    for (const std::uint32_t base : {0u, 1u << 31, ~0u - 300})
      for (std::uint32_t width = base; width != base + 300; ++width) {
        Words result = filled(99);
        EXPECT_EQ(shuffle(kAll, counted(0).data(), counted(3).data(), width, filled(77).data(), result.data()),
                  isLegal(width))
            << width;
        if (!isLegal(width)) {
          EXPECT_EQ(result, filled(99)) << width;
        }
      }
}

struct Model {
  CudaReads reads;
  concrete::CudaShuffle* shuffle;
};
constexpr Model kModels[] = {{kCudaReads[0], warplaw_cuda_shfl},
                             {kCudaReads[1], warplaw_cuda_shfl_up},
                             {kCudaReads[2], warplaw_cuda_shfl_down},
                             {kCudaReads[3], warplaw_cuda_shfl_xor}};

TEST(CudaShuffle, EveryLaneWidthAndAmountAgainstIntegers_CSHFL_1) {
  for (const Model& model : kModels)
    for (const std::uint32_t width : kWidths)
      for (int x = -70; x <= 70; ++x)
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
          ASSERT_EQ(readBy(model.shuffle, lane, static_cast<std::uint32_t>(x), width),
                    static_cast<std::uint32_t>(model.reads.lane(static_cast<int>(lane), x, static_cast<int>(width))))
              << model.reads.name << " lane " << lane << " x " << x << " width " << width;
}

TEST(CudaShuffle, LanesThatDoNotExecuteGiveAnyValueAndKeepTheirs_SHFL_7) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round)
    for (const Model& model : kModels) {
      const std::uint32_t width = kWidths[random() % std::size(kWidths)];
      const auto exec = static_cast<std::uint32_t>(random());
      Words x;
      for (std::uint32_t& word : x)
        word = static_cast<std::uint32_t>(random());
      Words result = counted(3000);
      ASSERT_TRUE(model.shuffle(exec, counted(1000).data(), x.data(), width, counted(2000).data(), result.data()));
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const auto from = static_cast<std::uint32_t>(
            model.reads.lane(static_cast<int>(lane), static_cast<std::int32_t>(x[lane]), static_cast<int>(width)));
        const std::uint32_t received = exec >> from & 1 ? 1000 + from : 2000 + lane;
        ASSERT_EQ(result[lane], exec >> lane & 1 ? received : 3000 + lane) << model.reads.name << " lane " << lane;
      }
    }
}

TEST(CudaVote, AnswersOfTheExecutingLanes_VOTE_2) {
  const auto answer = [](concrete::CudaVote* vote, std::uint32_t exec, std::uint32_t yes) {
    Words predicate, result = filled(99);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      predicate[lane] = yes >> lane & 1 ? 0x100u << lane % 24 : 0; // any number that is not 0
    vote(exec, predicate.data(), result.data());
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      EXPECT_EQ(result[lane] == 99, (exec >> lane & 1) == 0) << lane;
    return exec ? result[static_cast<unsigned>(__builtin_ctz(exec))] : 0;
  };
  EXPECT_EQ(answer(warplaw_cuda_any, 0xF0, 0x20), 1u);
  EXPECT_EQ(answer(warplaw_cuda_any, 0xF0, 0x0F), 0u);
  EXPECT_EQ(answer(warplaw_cuda_all, 0xF0, 0xF0), 1u); // the others need not say yes
  EXPECT_EQ(answer(warplaw_cuda_all, 0xF0, 0xE0), 0u);
  EXPECT_EQ(answer(warplaw_cuda_all, kAll, kAll), 1u);
  EXPECT_EQ(answer(warplaw_cuda_all, 0, kAll), 0u); // nobody is answered
  EXPECT_EQ(answer(warplaw_cuda_ballot, 0xF0, 0x33), 0x30u);
  EXPECT_EQ(answer(warplaw_cuda_ballot, 0x80000001, 0x80000001), 0x80000001u);
}

TEST(CudaVote, AgainstACount_VOTE_1) {
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const auto exec = static_cast<std::uint32_t>(random() | random());
    Words predicate, any = counted(0), all = counted(0), ballot = counted(0);
    unsigned yes = 0, voters = 0;
    std::uint32_t wanted = 0;
    const unsigned among = 1 + random() % 40; // nearly all, or hardly any
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      predicate[lane] = random() % among ? static_cast<std::uint32_t>(random()) : 0;
      if (exec >> lane & 1) {
        ++voters;
        yes += predicate[lane] != 0;
        wanted += predicate[lane] != 0 ? 1u << lane : 0;
      }
    }
    warplaw_cuda_any(exec, predicate.data(), any.data());
    warplaw_cuda_all(exec, predicate.data(), all.data());
    warplaw_cuda_ballot(exec, predicate.data(), ballot.data());
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const bool executes = exec >> lane & 1;
      ASSERT_EQ(any[lane], executes ? yes > 0 : lane);
      ASSERT_EQ(all[lane], executes ? yes == voters : lane);
      ASSERT_EQ(ballot[lane], executes ? wanted : lane);
    }
  }
}

} // namespace cuda_test
} // namespace warplaw
