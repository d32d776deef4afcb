// Fibers of include/warplaw/simt.h: who meets whom, who has left, and what is said of lanes that nobody comes to.
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <thread>
#include <warplaw/simt.h>

namespace {
namespace simt = warplaw::simt;
using Mask = std::uint32_t;
using Words = std::array<Mask, WARPLAW_LANES>;

constexpr Mask kOdd = 0xaaaaaaaa, kEven = ~kOdd;

struct Row {
  const char* name;
  Mask lanes;                           ///< that run
  Mask (*body)();                       ///< what each lane gives
  std::function<Mask(unsigned)> wanted; ///< of lane i
};

Mask sumOf(Mask lanes) {
  Mask sum = 0;
  for (unsigned i = 0; i < WARPLAW_LANES; ++i)
    sum += lanes >> i & 1 ? i : 0;
  return sum;
}

const Row kRows[] = {
    {"a lane knows its number", ~0u, [] { return simt::lane(); }, [](unsigned i) { return i; }},
    {"who runs", kOdd, simt::active, [](unsigned) { return kOdd; }},
    {"a ballot is of those that run", kOdd, [] { return simt::ballot(simt::lane() < 8); },
     [](unsigned) { return 0xaau; }},
    {"a lane that is off has nothing", kEven, [] { return simt::from_lane(simt::lane(), simt::lane() + 1, 77u); },
     [](unsigned) { return 77u; }},
    {"bits 4:0 of a lane count", ~0u, [] { return simt::from_lane(simt::lane(), simt::lane() + 33); },
     [](unsigned i) { return (i + 1) % 32; }},
    {"a butterfly", ~0u,
     [] {
       Mask sum = simt::lane();
       for (unsigned d = 16; d; d /= 2)
         sum += simt::from_lane(sum, simt::lane() ^ d);
       return sum;
     },
     [](unsigned) { return sumOf(~0u); }},
    {"lanes leave, and the others meet without them", ~0u,
     [] {
       Mask turns = 0;
       while (turns < simt::lane() && simt::ballot(true) >> simt::lane() & 1)
         ++turns;
       return turns;
     },
     [](unsigned i) { return i; }},
    {"who has left is not met", ~0u,
     [] {
       if (simt::lane() % 2 == 0)
         return 0u;
       simt::barrier();
       return simt::active();
     },
     [](unsigned i) { return i % 2 ? kOdd : 0; }},
    {"who leaves is not missed before others meet again", ~0u, [] { return simt::lane() == 0 ? 1u : simt::active(); },
     [](unsigned i) { return i == 0 ? 1 : ~0u; }},
    {"groups meet apart, as often as they like", ~0u,
     [] {
       const Mask group = simt::lane() % 2 ? kOdd : kEven;
       Mask met = 0;
       for (unsigned turn = 0; turn < (simt::lane() % 2 ? 3 : 7); ++turn)
         met = simt::ballot(true, group);
       return met;
     },
     [](unsigned i) { return i % 2 ? kOdd : kEven; }},
    {"then all meet", ~0u,
     [] {
       simt::barrier(simt::lane() % 2 ? kOdd : kEven);
       return simt::ballot(true);
     },
     [](unsigned) { return ~0u; }},
    {"a mask names lanes that do not run", 0xff,
     [] { return simt::ballot(true, simt::lane() < 4 ? 0xf000000f : 0xf0); },
     [](unsigned i) { return i < 4 ? 0xfu : 0xf0u; }},
    {"alike as bits: 0.0 is not -0.0", ~0u, [] { return simt::match(simt::lane() % 2 ? -0.0 : 0.0); },
     [](unsigned i) { return i % 2 ? kOdd : kEven; }},
    {"the next exchange does not disturb this one", ~0u,
     [] {
       const Mask first = simt::from_lane(simt::lane(), 31 - simt::lane());
       const Mask second = simt::from_lane(first * 100, 31 - simt::lane());
       return first * 10000 + second;
     },
     [](unsigned i) { return (31 - i) * 10000 + 100 * i; }},
    {"a lane alone", 1u << 31, [] { return simt::ballot(true) & simt::active(); }, [](unsigned) { return 1u << 31; }},
};

TEST(Simt, LanesMeet) {
  for (const Row& row : kRows) {
    Words found;
    found.fill(12345);
    simt::run(row.lanes, [&] { found[simt::lane()] = row.body(); });
    for (unsigned i = 0; i < WARPLAW_LANES; ++i)
      EXPECT_EQ(found[i], row.lanes >> i & 1 ? row.wanted(i) : 12345) << row.name << ", lane " << i;
  }
}

TEST(Simt, NobodyRunsNothing) {
  simt::run(0, [] { FAIL(); });
}

TEST(Simt, EachThreadHasLanesOfItsOwn) {
  Mask met = 0;
  std::thread([&] { simt::run(0xff, [&] { met = simt::ballot(true); }); }).join();
  EXPECT_EQ(met, 0xffu);
}

TEST(Simt, ABatchIsAskedWarpByWarp) {
  std::array<warplaw_vote, 3> batch{};
  for (unsigned k = 0; k < batch.size(); ++k)
    batch[k].exec = 0xf0u << k;
  simt::each_warp(batch.data(), batch.size(), [](warplaw_vote& warp) {
    warp.ballot[simt::lane()] = simt::ballot(true);
    simt::set_bit(warp.predicate, simt::lane() != 5);
  });
  for (const warplaw_vote& warp : batch) {
    EXPECT_EQ(warp.predicate, warp.exec & ~0x20u);
    for (unsigned i = 0; i < WARPLAW_LANES; ++i)
      EXPECT_EQ(warp.ballot[i], warp.exec >> i & 1 ? warp.exec : 0);
  }
}

struct Wrong {
  void (*body)();
  const char* said;
};
const Wrong kWrong[] = {
    {[] { simt::lane() < 4 ? simt::barrier() : void(simt::ballot(true)); },
     "0x0000000f in barrier for 0xffffffff, 0xfffffff0 in ballot for 0xffffffff"},
    {[] { simt::ballot(true, simt::lane() < 4 ? 0xff : ~0u); },
     "0x0000000f in ballot for 0x000000ff, 0xfffffff0 in ballot for 0xffffffff"},
    {[] { simt::lane() % 2 ? simt::from_lane(1u, 0) : Mask(simt::from_lane(std::uint64_t{1}, 0)); },
     "0x55555555 in from_lane of 8 bytes for 0xffffffff, 0xaaaaaaaa in from_lane of 4 bytes"},
    {[] { simt::barrier(~(1u << simt::lane())); }, "a lane waits with a mask that does not name it"},
    {[] { simt::run(1, [] {}); }, "a lane runs lanes"},
    {[] { throw 1; }, ""},
};

TEST(SimtDeathTest, LanesThatNobodyComesToAreSaid) {
  testing::FLAGS_gtest_death_test_style = "threadsafe"; // nothing of the warps before
  for (const Wrong& wrong : kWrong)
    EXPECT_EXIT(simt::run(~0u, wrong.body), testing::KilledBySignal(SIGABRT), wrong.said);
  EXPECT_EXIT(simt::lane(), testing::KilledBySignal(SIGABRT), "outside of run");
}

int deepIn(unsigned depth) {
  volatile char room[4096];
  room[depth % sizeof room] = 1;
  return depth ? deepIn(depth - 1) + room[depth % sizeof room] : 0;
}
TEST(SimtDeathTest, AStackThatIsTooDeepHitsAWall) {
  EXPECT_DEATH(simt::run(1, [] { std::printf("%d", deepIn(1000)); }), ""); // by SIGSEGV, or by a sanitizer
}
TEST(Simt, AStackIsAsDeepAsPromised) {
  int depth = 0;
  simt::run(~0u, [&] { depth += deepIn(WARPLAW_SIMT_STACK / 4096 / 2); });
  EXPECT_EQ(depth, static_cast<int>(32 * (WARPLAW_SIMT_STACK / 4096 / 2)));
}

} // namespace
