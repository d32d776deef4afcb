// CUDA's warp functions of today, each rule on lanes worked out by hand, and every function and type against a model in
// plain integers (SYNC-1..6, SYNC-8).
#include "cuda_reads.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <warplaw/cuda.h>

namespace warplaw {
namespace cuda_sync_test {
using cuda::Lanes;
using cuda::Received;
using cuda::Warp;
using cuda::Words;

constexpr unsigned kLanes = WARPLAW_LANES;
constexpr std::uint32_t kAll = ~0u;

/// Lane i holds first + i.
template <class T = int> Lanes<T> counted(T first) {
  Lanes<T> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes[lane] = static_cast<T>(first + static_cast<T>(lane));
  return lanes;
}
/// Where nothing is promised lane i receives 700 + i, of 64 bits 900 + i in the high word, and yes.
Warp warpOf(std::uint32_t exec, std::uint32_t exited = 0) {
  Warp warp(exec, exited);
  warp.any_predicate = kAll;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    warp.any[lane] = 700 + lane;
    warp.any_high[lane] = 900 + lane;
  }
  return warp;
}

TEST(CudaSync, ShufflesWithinAGroup_SYNC_2) {
  const Warp warp = warpOf(0xff);
  const auto value = counted(100);
  const auto down = shfl_down_sync(warp, 0xff, value, 3);
  EXPECT_EQ(down[0], 103);
  EXPECT_EQ(down[4], 107);
  EXPECT_EQ(down[5], 705); // lane 8 is no member
  EXPECT_EQ(down.promised, 0x1fu);
  EXPECT_EQ(shfl_down_sync(warp, 0xff, value, 3, 8).promised, 0xffu); // out of range: the own value
  EXPECT_EQ(shfl_down_sync(warp, 0xff, value, 3, 8)[5], 105);
  const auto up = shfl_up_sync(warp, 0xff, value, counted(0), 4);
  EXPECT_EQ(up[3], 100);
  EXPECT_EQ(up[7], 107); // 7 lanes up is outside
  EXPECT_EQ(shfl_xor_sync(warp, 0xff, value, 5)[1], 104);
  EXPECT_EQ(shfl_sync(warp, 0xff, value, -1, 4)[6], 107);
  EXPECT_EQ(down[8], 0); // does not execute
}

TEST(CudaSync, GroupsAreApart_SYNC_1) {
  const Warp warp = warpOf(0x0f);
  Lanes<unsigned> mask{};
  for (unsigned lane = 0; lane < 4; ++lane)
    mask[lane] = lane % 2 ? 0xa : 0x5;
  const auto neighbour = shfl_xor_sync(warp, mask, counted(100), 1), own = shfl_xor_sync(warp, mask, counted(100), 2);
  EXPECT_EQ(neighbour.promised, 0u); // who reads the other group gets any value
  EXPECT_EQ(neighbour[2], 702);
  EXPECT_EQ(own.promised, 0xfu);
  EXPECT_EQ(own[1], 103);
  EXPECT_EQ(ballot_sync(warp, mask, Lanes<bool>{true, true, false, true})[2], 0x1u);
  EXPECT_EQ(reduce_add_sync(warp, mask, counted(1))[3], 2 + 4);
}

TEST(CudaSync, NothingIsPromisedUnlessTheGroupIsItsMask_SYNC_1) {
  const auto sum = [](const Warp& warp, const Words& mask) { return reduce_add_sync(warp, mask, counted(1u)); };
  EXPECT_EQ(sum(warpOf(3), 3)[0], 3u);
  EXPECT_EQ(sum(warpOf(3), 3).promised, 3u);
  EXPECT_EQ(sum(warpOf(3), 7).promised, 0u); // lane 2 is missing
  EXPECT_EQ(sum(warpOf(3), 7)[1], 701u);
  EXPECT_EQ(sum(warpOf(3, 4), 7).promised, 3u); // it has exited
  EXPECT_EQ(sum(warpOf(3, 4), 7)[1], 3u);
  EXPECT_EQ(sum(warpOf(3), 1).promised, 0u);    // lane 1 is not in its own mask
  EXPECT_EQ(sum(warpOf(3, 2), 3).promised, 3u); // lane 1 executes, so it has not exited
  EXPECT_EQ(sum(warpOf(0), 0).promised, 0u);
  Lanes<unsigned> overlapping{0x5, 0x6}; // in lane 2, which has exited
  Warp warp = warpOf(3, 4);
  EXPECT_EQ(sum(warp, overlapping).promised, 3u);
  warp.overlap_is_defined = 0;
  EXPECT_EQ(sum(warp, overlapping).promised, 0u);
  warp.overlap_is_defined = 2; // whatever is not 0
  EXPECT_EQ(sum(warp, overlapping).promised, 3u);
}

TEST(CudaSync, HalvesHaveAnyValuesOfTheirOwn_SYNC_8) {
  const Warp warp = warpOf(1);
  const auto wide = shfl_sync(warp, 1, Lanes<unsigned long long>{0x123456789abcdef0}, 1);
  EXPECT_EQ(wide[0], 900ull << 32 | 700);
  EXPECT_EQ(wide.promised, 0u);
  EXPECT_EQ(shfl_sync(warp, 1, Lanes<long long>{-2}, 32)[0], -2); // srcLane modulo 32
}

TEST(CudaSync, AnswersAreOneOrZero_SYNC_3) {
  const Warp warp = warpOf(0xf0);
  const auto yes = [](std::uint32_t lanes) {
    Lanes<int> predicate{};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      predicate[lane] = lanes >> lane & 1 ? 0x100 << lane % 20 : 0; // any number that is not 0
    return predicate;
  };
  EXPECT_EQ(all_sync(warp, 0xf0, yes(0xf0))[5], 1);
  EXPECT_EQ(all_sync(warp, 0xf0, yes(0xef))[5], 0);
  EXPECT_EQ(any_sync(warp, 0xf0, yes(0x20))[4], 1);
  EXPECT_EQ(any_sync(warp, 0xf0, yes(0x0f))[4], 0); // no members
  EXPECT_EQ(uni_sync(warp, 0xf0, yes(0x0f))[7], 1);
  EXPECT_EQ(uni_sync(warp, 0xf0, yes(0x10))[7], 0);
  EXPECT_EQ(ballot_sync(warp, 0xf0, yes(0x3c))[6], 0x30u);
  EXPECT_EQ(all_sync(warp, 0xff, yes(0))[5], 1); // not promised: any_predicate
  EXPECT_EQ(ballot_sync(warp, 0xff, yes(0))[5], 705u);
  EXPECT_EQ(any_sync(Warp(), kAll, true).promised, kAll);
}

TEST(CudaSync, MatchesCompareBits_SYNC_4) {
  const Warp warp = warpOf(0xf);
  const Lanes<float> zeros{0.0f, -0.0f, 0.0f, std::nanf("")};
  EXPECT_EQ(match_any_sync(warp, 0xf, zeros)[0], 0x5u); // 0.0 is not -0.0
  EXPECT_EQ(match_any_sync(warp, 0xf, zeros)[3], 0x8u); // and a NaN is like itself
  const Lanes<long long> wide{1, 1ll << 32, 1, (1ll << 32) + 1};
  EXPECT_EQ(match_any_sync(warp, 0xf, wide)[2], 0x5u);
  Lanes<int> pred = counted(40);
  EXPECT_EQ(match_all_sync(warp, 0xf, wide, &pred)[1], 0u);
  EXPECT_EQ(pred[1], 0);
  EXPECT_EQ(match_all_sync(warp, 0xf, Lanes<double>{}, &pred)[1], 0xfu);
  EXPECT_EQ(pred[1], 1);
  EXPECT_EQ(pred[4], 44); // does not execute
  Warp no = warp;
  no.any_predicate = 0;
  EXPECT_EQ(match_all_sync(no, 0x1f, Lanes<double>{}, &pred).promised, 0u); // lane 4 is missing
  EXPECT_EQ(pred[2], 0);
}

TEST(CudaSync, ReducesSignedAndUnsigned_SYNC_5) {
  const Warp warp = warpOf(0x7);
  const Lanes<int> numbers{-5, 3, 12};
  const Lanes<unsigned> words{0xfffffffb, 3, 12};
  EXPECT_EQ(reduce_add_sync(warp, 7, numbers)[0], 10);
  EXPECT_EQ(reduce_min_sync(warp, 7, numbers)[1], -5);
  EXPECT_EQ(reduce_max_sync(warp, 7, numbers)[2], 12);
  EXPECT_EQ(reduce_add_sync(warp, 7, words)[0], 10u);
  EXPECT_EQ(reduce_min_sync(warp, 7, words)[1], 3u);
  EXPECT_EQ(reduce_max_sync(warp, 7, words)[2], 0xfffffffbu);
  EXPECT_EQ(reduce_and_sync(warp, 7, words)[0], 0u);
  EXPECT_EQ(reduce_or_sync(warp, 7, words)[0], 0xffffffffu);
  EXPECT_EQ(reduce_xor_sync(warp, 7, words)[0], 0xfffffffbu ^ 15);
}

TEST(CudaSync, ActivemaskIsExec_SYNC_6) {
  const auto active = activemask(warpOf(0xa5, 0x5a));
  EXPECT_EQ(active.promised, 0xa5u);
  EXPECT_EQ(active[0], 0xa5u);
  EXPECT_EQ(active[1], 0u);
}

TEST(CudaSync, RejectsEveryOtherWidthAndWritesNothing_CSHFL_1) {
  const Warp warp = warpOf(kAll);
  const Words mask(kAll), x(3);
  for (const std::uint32_t base : {0u, 1u << 31, ~0u - 300})
    for (std::uint32_t width = base; width != base + 300; ++width) {
      const bool isLegal = std::has_single_bit(width) && width <= 32;
      std::uint64_t result[kLanes] = {41}, var[kLanes] = {};
      std::uint32_t promised = 42;
      for (auto* wide : {warplaw_cuda_shfl_sync_b64, warplaw_cuda_shfl_up_sync_b64, warplaw_cuda_shfl_down_sync_b64,
                         warplaw_cuda_shfl_xor_sync_b64}) {
        EXPECT_EQ(wide(&warp, mask.lane, var, x.lane, width, result, &promised), isLegal) << width;
        EXPECT_EQ(result[0], isLegal ? 0u : 41u) << width;
        EXPECT_EQ(promised, isLegal ? kAll : 42u) << width;
        result[0] = 41, promised = 42;
      }
      const auto typed = shfl_up_sync(warp, kAll, counted(1), 0, static_cast<int>(width));
      EXPECT_EQ(typed.accepted, isLegal);
      EXPECT_EQ(typed.promised, isLegal ? kAll : 0);
      EXPECT_EQ(typed[30], isLegal ? 31 : 0);
    }
}

// --- Against integers. ---

/// Lanes in groups that mostly name their live members.
struct Groups {
  Warp warp = warpOf(0);
  Lanes<unsigned> mask{};

  explicit Groups(std::mt19937& random) {
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    warp = warpOf(word() | (random() % 2 ? word() : 0), word() & word());
    warp.overlap_is_defined = random() % 3;
    warp.any_predicate = word();
    const std::uint32_t gone = warp.exited & ~warp.exec;
    const unsigned count = 1 + random() % 4;
    std::uint32_t members[4] = {};
    unsigned group[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      group[lane] = random() % count;
      members[group[lane]] |= warp.exec & 1u << lane;
    }
    const bool exitedToo = random() % 2;
    for (std::uint32_t& mask : members)
      mask |= exitedToo ? gone & word() : 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      mask[lane] = members[group[lane]];
    if (random() % 3 == 0)
      mask[random() % kLanes] ^= 1u << random() % kLanes;
  }
  bool executes(unsigned lane) const { return warp.exec >> lane & 1; }
  std::uint32_t part(unsigned lane) const { return mask[lane] & (~warp.exited | warp.exec); }
  /// SYNC-1, lane by lane.
  bool isDefined() const {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned other = 0; other < kLanes && executes(lane); ++other) {
        const bool inGroup = executes(other) && mask[other] == mask[lane];
        if (inGroup != bool(part(lane) >> other & 1))
          return false;
        if (executes(other) && !inGroup && (mask[lane] & mask[other]) && !warp.overlap_is_defined)
          return false;
      }
    return true;
  }
  /// What a lane receives, 0 where it does not execute: `word` if it is promised.
  template <class T> T received(unsigned lane, bool promised, T word, T any) const {
    return !executes(lane) ? T{} : promised ? word : any;
  }
};

TEST(CudaSync, GroupsOfTheseTestsAreOftenDefinedAndOftenNot) {
  std::mt19937 random(5);
  int defined = 0;
  for (int round = 0; round < 1000; ++round)
    defined += Groups(random).isDefined();
  EXPECT_GT(defined, 300);
  EXPECT_LT(defined, 800);
}

template <class T> class CudaSyncOf : public testing::Test {};
using Types = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(CudaSyncOf, Types);

template <class T> std::uint64_t bitsOf(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> T fromBits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
/// Any bits at all, so that floats are NaNs, subnormals and zeros of both signs, too; often alike.
template <class T> Lanes<T> anyBits(std::mt19937& random) {
  constexpr std::uint64_t kSome[] = {0,          1ull << 63,         1u << 31,   0x7fa00001, 0x7ff4000000000001,
                                     0xffffffff, 0xffffffff00000000, 0xff800001, 1ull << 32, 1};
  Lanes<T> lanes;
  const unsigned kinds = 1 + random() % 3;
  const std::uint64_t word = static_cast<std::uint64_t>(random()) << 32 | random();
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes[lane] = fromBits<T>(kinds == 1 ? word : kSome[random() % (kinds == 2 ? 2 : std::size(kSome))]);
  return lanes;
}
template <class T> std::uint64_t anyOf(const Warp& warp, unsigned lane) {
  return sizeof(T) == 8 ? std::uint64_t{warp.any_high[lane]} << 32 | warp.any[lane] : warp.any[lane];
}

TYPED_TEST(CudaSyncOf, ShufflesAgainstIntegers_SYNC_8) {
  using T = TypeParam;
  std::mt19937 random(sizeof(T));
  const auto shuffled = [](unsigned which, const auto&... arguments) {
    return which == 0   ? shfl_sync(arguments...)
           : which == 1 ? shfl_up_sync(arguments...)
           : which == 2 ? shfl_down_sync(arguments...)
                        : shfl_xor_sync(arguments...);
  };
  for (int round = 0; round < 3000; ++round)
    for (unsigned which = 0; which < 4; ++which) {
      const Groups groups(random);
      const bool isDefined = groups.isDefined();
      const int width = 1 << random() % 6;
      const auto value = anyBits<T>(random);
      Lanes<int> x;
      for (int& number : x.lane)
        number = static_cast<int>(random() % 2 ? random() % 40 : random());
      const Received<T> got = shuffled(which, groups.warp, groups.mask, value, x, width);
      ASSERT_TRUE(got.accepted);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const auto from = static_cast<unsigned>(kCudaReads[which].lane(static_cast<int>(lane), x[lane], width));
        const bool promised = isDefined && groups.part(lane) >> from & 1;
        ASSERT_EQ(bitsOf(got[lane]), groups.received(lane, promised, bitsOf(value[from]), anyOf<T>(groups.warp, lane)))
            << kCudaReads[which].name << " lane " << lane;
        ASSERT_EQ(got.promised >> lane & 1, groups.executes(lane) && promised);
      }
    }
}

TYPED_TEST(CudaSyncOf, MatchesAgainstIntegers_SYNC_8) {
  using T = TypeParam;
  std::mt19937 random(8 + sizeof(T));
  for (int round = 0; round < 5000; ++round) {
    const Groups groups(random);
    const bool isDefined = groups.isDefined();
    const auto value = anyBits<T>(random);
    Lanes<int> pred = counted(1000);
    const auto any = match_any_sync(groups.warp, groups.mask, value),
               all = match_all_sync(groups.warp, groups.mask, value, &pred);
    ASSERT_EQ(any.promised, isDefined ? groups.warp.exec : 0);
    ASSERT_EQ(all.promised, any.promised);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      std::uint32_t alike = 0;
      for (unsigned other = 0; other < kLanes; ++other)
        if (groups.part(lane) >> other & 1 && bitsOf(value[other]) == bitsOf(value[lane]))
          alike |= 1u << other;
      const bool isAll = alike == groups.part(lane);
      const std::uint32_t anything = groups.warp.any[lane];
      ASSERT_EQ(any[lane], groups.received(lane, isDefined, alike, anything));
      ASSERT_EQ(all[lane], groups.received(lane, isDefined, isAll ? alike : 0, anything));
      const int answer = isDefined ? isAll : static_cast<int>(groups.warp.any_predicate >> lane & 1);
      ASSERT_EQ(pred[lane], groups.executes(lane) ? answer : 1000 + static_cast<int>(lane));
    }
  }
}

TEST(CudaSync, VotesAgainstIntegers_SYNC_8) {
  std::mt19937 random(3);
  for (int round = 0; round < 20'000; ++round) {
    const Groups groups(random);
    const bool isDefined = groups.isDefined();
    Lanes<int> predicate;
    const unsigned among = 1 + random() % 40; // nearly all, or hardly any
    for (int& number : predicate.lane)
      number = random() % among ? static_cast<int>(random() | 2) : 0;
    const auto all = all_sync(groups.warp, groups.mask, predicate), any = any_sync(groups.warp, groups.mask, predicate),
               uni = uni_sync(groups.warp, groups.mask, predicate);
    const auto ballot = ballot_sync(groups.warp, groups.mask, predicate);
    for (const std::uint32_t promised : {all.promised, any.promised, uni.promised, ballot.promised})
      ASSERT_EQ(promised, isDefined ? groups.warp.exec : 0);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      std::uint32_t yes = 0;
      for (unsigned other = 0; other < kLanes; ++other)
        if (groups.part(lane) >> other & 1 && predicate[other] != 0)
          yes |= 1u << other;
      const auto receives = [&](bool answer) {
        return groups.received(lane, isDefined, int{answer}, static_cast<int>(groups.warp.any_predicate >> lane & 1));
      };
      ASSERT_EQ(all[lane], receives(yes == groups.part(lane)));
      ASSERT_EQ(any[lane], receives(yes != 0));
      ASSERT_EQ(uni[lane], receives(yes == 0 || yes == groups.part(lane)));
      ASSERT_EQ(ballot[lane], groups.received(lane, isDefined, yes, groups.warp.any[lane]));
    }
  }
}

TEST(CudaSync, ReductionsAgainstIntegers_SYNC_8) {
  std::mt19937 random(4);
  using Step = std::function<std::int64_t(std::int64_t, std::int64_t)>;
  const Step add = [](auto a, auto b) { return a + b; }, least = [](auto a, auto b) { return std::min(a, b); },
             most = [](auto a, auto b) { return std::max(a, b); }, conjunction = [](auto a, auto b) { return a & b; },
             disjunction = [](auto a, auto b) { return a | b; }, parity = [](auto a, auto b) { return a ^ b; };
  for (int round = 0; round < 10'000; ++round) {
    const Groups groups(random);
    const bool isDefined = groups.isDefined();
    const auto numbers = anyBits<int>(random);
    const auto words = anyBits<unsigned>(random);
    const auto expect = [&](const auto& got, const auto& values, const Step& step) {
      using T = std::remove_cvref_t<decltype(values[0])>;
      ASSERT_EQ(got.promised, isDefined ? groups.warp.exec : 0);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        bool isFirst = true;
        std::int64_t whole = 0;
        for (unsigned other = 0; other < kLanes; ++other)
          if (groups.part(lane) >> other & 1) {
            whole = isFirst ? std::int64_t{values[other]} : step(whole, values[other]);
            isFirst = false;
          }
        ASSERT_EQ(got[lane],
                  groups.received(lane, isDefined, static_cast<T>(whole), static_cast<T>(groups.warp.any[lane])));
      }
    };
    expect(reduce_add_sync(groups.warp, groups.mask, numbers), numbers, add);
    expect(reduce_min_sync(groups.warp, groups.mask, numbers), numbers, least);
    expect(reduce_max_sync(groups.warp, groups.mask, numbers), numbers, most);
    expect(reduce_add_sync(groups.warp, groups.mask, words), words, add);
    expect(reduce_min_sync(groups.warp, groups.mask, words), words, least);
    expect(reduce_max_sync(groups.warp, groups.mask, words), words, most);
    expect(reduce_and_sync(groups.warp, groups.mask, words), words, conjunction);
    expect(reduce_or_sync(groups.warp, groups.mask, words), words, disjunction);
    expect(reduce_xor_sync(groups.warp, groups.mask, words), words, parity);
  }
}

} // namespace cuda_sync_test
} // namespace warplaw
