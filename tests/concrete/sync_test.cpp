// The .sync forms on lanes worked out by hand (SYNC-1..7); every form against a slower model is fuzzing's.
#include "spec/instructions/electsync.h"
#include "spec/instructions/matchsync.h"
#include "state.h"
#include <algorithm>
#include <bit>

namespace warplaw {
namespace {
using spec::kLanes;

/// Runs `text` on every path, lanes of `exec` executing and `exited` gone; `prepare` fills the warp.
class Sync : public ::testing::Test {
protected:
  struct After {
    std::array<std::uint32_t, kLanes> r0;
    std::uint32_t p0;
  };
  template <class Prepare>
  After run(std::string_view text, std::uint32_t exec, Prepare prepare, std::uint32_t exited = 0,
            std::optional<spec::Choices> choices = {}) {
    const auto instruction = tests::parsed(text);
    std::optional<After> result;
    for (const auto& path : concrete::paths(instruction.mnemonic())) {
      if (!path.supported)
        continue;
      tests::State s;
      s.warp->active = exec;
      s.warp->predicates[0] = 0xaaaaaaaa;
      s.surroundings.cells.exited.lanes = exited;
      prepare(*s.warp);
      EXPECT_TRUE(s.run(instruction, choices.value_or(spec::defaultChoices(instruction.form)), path.name));
      After after{{}, s.warp->predicates[0]};
      std::ranges::copy(s.warp->registers[0], after.r0.begin());
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (!(exec >> lane & 1)) {
          EXPECT_EQ(after.r0[lane], lane) << text << ": a lane that does not execute";
          EXPECT_EQ(after.p0 >> lane & 1, lane & 1) << text;
        }
      if (result) {
        EXPECT_EQ(after.r0, result->r0) << text << " on " << path.name;
        EXPECT_EQ(after.p0, result->p0) << text << " on " << path.name;
      }
      result = after;
    }
    return *result;
  }
  static void setMasks(spec::Warp& warp, std::initializer_list<std::uint32_t> groups) {
    for (const std::uint32_t group : groups)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (group >> lane & 1)
          warp.registers[1][lane] = group;
  }
};

TEST_F(Sync, ActivemaskIsWhoExecutes_SYNC_6) {
  const After after = run("activemask.b32 %r0", 0x80000105, [](spec::Warp&) {});
  for (const unsigned lane : {0u, 2u, 8u, 31u})
    EXPECT_EQ(after.r0[lane], 0x80000105u);
}

TEST_F(Sync, TwoGroupsVoteApart_SYNC_1_3) {
  const auto prepare = [](spec::Warp& warp) {
    setMasks(warp, {0x0000000f, 0x000000f0});
    warp.predicates[1] = 0xffffff3f; // all of the first group, lanes 4 and 5 of the second
  };
  const After all = run("vote.sync.all.pred %p0, %p1, %r1", 0xff, prepare);
  EXPECT_EQ(all.p0 & 0xff, 0x0fu);
  const After uni = run("vote.sync.uni.pred %p0, !%p1, %r1", 0xff, prepare);
  EXPECT_EQ(uni.p0 & 0xff, 0x0fu);
  const After any = run("vote.sync.any.pred %p0, %p1, %r1", 0xff, prepare);
  EXPECT_EQ(any.p0 & 0xff, 0xffu);
  const After ballot = run("vote.sync.ballot.b32 %r0, %p1, %r1", 0xff, prepare);
  EXPECT_EQ(ballot.r0[3], 0x0fu);
  EXPECT_EQ(ballot.r0[4], 0x30u);
  EXPECT_EQ(ballot.p0, 0xaaaaaaaau) << "a ballot gives no predicate";
}

TEST_F(Sync, WhatIsNotDefinedIsAnyValue_SYNC_1) {
  struct Case {
    const char* what;
    std::initializer_list<std::uint32_t> masks;
    std::uint32_t exec, exited;
    bool isDefined;
  };
  for (const Case& c : {Case{"all are there", {0xf}, 0xf, 0, true}, Case{"lane 3 is missing", {0xf}, 0x7, 0, false},
                        Case{"lane 3 is missing, and has exited", {0xf}, 0x7, 0x8, true},
                        Case{"lane 3 executes, whatever the input says", {0xf}, 0xf, 0x8, true},
                        Case{"lane 0 names others, not itself", {0xe}, 0xf, 0, false},
                        Case{"one lane of a group names less", {0xf, 0x8}, 0xf, 0, false},
                        Case{"masks that overlap in an exited lane", {0x83, 0x8c}, 0xf, 0x80, true},
                        Case{"masks that overlap in a live lane", {0x83, 0x8c}, 0xf, 0, false}}) {
    const After after = run(
        "vote.sync.ballot.b32 %r0, %p1, %r1", c.exec,
        [&](spec::Warp& warp) {
          std::fill_n(warp.registers[1], kLanes, 0u);
          warp.predicates[1] = ~0u;
          for (unsigned lane = 0; lane < 4; ++lane)
            warp.registers[1][lane] = *c.masks.begin();
          for (const std::uint32_t mask : c.masks)
            setMasks(warp, {mask});
        },
        c.exited);
    for (unsigned lane = 0; lane < 4; ++lane)
      if (c.exec >> lane & 1) {
        EXPECT_EQ(after.r0[lane] != 0, c.isDefined) << c.what << ", lane " << lane;
      }
  }
}

TEST_F(Sync, OverlapInExitedLanesIsAChoice_SYNC_1) {
  spec::MatchsyncChoices choices;
  choices.overlapIsDefined = 0;
  choices.any[0] = 77;
  const auto prepare = [](spec::Warp& warp) {
    setMasks(warp, {0x83, 0x8c});
    std::fill_n(warp.registers[2], kLanes, 5u);
  };
  EXPECT_EQ(run("match.any.sync.b32 %r0, %r2, %r1", 0xf, prepare, 0x80).r0[0], 0x3u);
  EXPECT_EQ(run("match.any.sync.b32 %r0, %r2, %r1", 0xf, prepare, 0x80, choices).r0[0], 77u);
}

TEST_F(Sync, MatchComparesBits_SYNC_4) {
  const auto prepare = [](spec::Warp& warp) {
    for (unsigned lane = 0; lane < 8; ++lane) {
      warp.registers[2][lane] = lane % 2 ? 0x80000000 : 0; // 0.0 and -0.0 are unlike
      warp.registers[3][lane] = lane / 4;
    }
  };
  const After narrow = run("match.any.sync.b32 %r0, %r2, 0xff", 0xff, prepare);
  const After wide = run("match.any.sync.b64 %r0, %rd1, 0xff", 0xff, prepare);
  for (unsigned lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(narrow.r0[lane], lane % 2 ? 0xaau : 0x55u);
    EXPECT_EQ(wide.r0[lane], (lane % 2 ? 0xau : 0x5u) << (lane < 4 ? 0 : 4));
  }
  const After all = run("match.all.sync.b32 %r0|%p0, %r2, 0xff", 0xff, prepare);
  EXPECT_EQ(all.r0[3], 0u);
  EXPECT_EQ(all.p0 & 0xff, 0u);
  const After one = run("match.all.sync.b32 %r0|%p0, %r2, 0x55", 0x55, prepare);
  EXPECT_EQ(one.r0[4], 0x55u);
  EXPECT_EQ(one.p0 & 0x55, 0x55u);
}

TEST_F(Sync, ElectsOne_SYNC_7) {
  const auto prepare = [](spec::Warp& warp) { setMasks(warp, {0x0f0, 0xf00}); };
  const After least = run("elect.sync %r0|%p0, %r1", 0xff0, prepare);
  EXPECT_EQ(least.r0[7], 4u);
  EXPECT_EQ(least.r0[8], 8u);
  EXPECT_EQ(least.p0 & 0xff0, 0x110u);
  spec::ElectsyncChoices choices;
  choices.preferred = 0xe40;
  const After other = run("elect.sync %r0|%p0, %r1", 0xff0, prepare, 0, choices);
  EXPECT_EQ(other.r0[4], 6u);
  EXPECT_EQ(other.r0[11], 9u);
  EXPECT_EQ(other.p0 & 0xff0, 0x240u);
  const auto withExited = [](spec::Warp& warp) { setMasks(warp, {0x83}); };
  EXPECT_EQ(run("elect.sync %r0|%p0, %r1", 0x3, withExited, 0x80).p0 & 3, 0u) << "names an exited lane";
  choices = {};
  choices.exitedIsDefined = 1;
  EXPECT_EQ(run("elect.sync %r0|%p0, %r1", 0x3, withExited, 0x80, choices).p0 & 3, 1u);
}

TEST_F(Sync, ShufflesWithinTheGroup_SYNC_2) {
  const auto prepare = [](spec::Warp& warp) {
    setMasks(warp, {0x0000ffff, 0xffff0000});
    for (unsigned lane = 0; lane < kLanes; ++lane)
      warp.registers[2][lane] = 100 + lane;
  };
  const After up = run("shfl.sync.up.b32 %r0|%p0, %r2, 1, 0, %r1", ~0u, prepare);
  EXPECT_EQ(up.r0[0], 100u) << "out of range: its own";
  EXPECT_EQ(up.p0 & 1, 0u);
  EXPECT_EQ(up.r0[15], 114u);
  EXPECT_EQ(up.r0[16], 0u) << "lane 15 is in range, and not in the group: any value";
  EXPECT_EQ(up.p0 >> 16 & 1, 1u);
  EXPECT_EQ(up.r0[17], 116u);
  const After high = run("shfl.sync.idx.b32 %r0|%p0, %r2, 0xffffffe3, 0xffffe01f, 0xffffffff", ~0u, prepare);
  EXPECT_EQ(high.r0[30], 103u) << "other bits of b and c are ignored";
}

TEST_F(Sync, ReducesTheGroup_SYNC_5) {
  const auto prepare = [](spec::Warp& warp) {
    setMasks(warp, {0x7, 0x18});
    const std::uint32_t words[] = {5, 0xffffffff, 7, 0x80000000, 1};
    std::ranges::copy(words, warp.registers[2]);
  };
  const auto of = [&](const char* form) {
    const After after = run(std::string("redux.sync.") + form + " %r0, %r2, %r1", 0x1f, prepare);
    EXPECT_EQ(after.r0[0], after.r0[2]);
    EXPECT_EQ(after.r0[3], after.r0[4]);
    return std::pair{after.r0[0], after.r0[3]};
  };
  EXPECT_EQ(of("add.u32"), (std::pair{11u, 0x80000001u}));
  EXPECT_EQ(of("add.s32"), (std::pair{11u, 0x80000001u}));
  EXPECT_EQ(of("min.u32"), (std::pair{5u, 1u}));
  EXPECT_EQ(of("max.u32"), (std::pair{0xffffffffu, 0x80000000u}));
  EXPECT_EQ(of("min.s32"), (std::pair{0xffffffffu, 0x80000000u}));
  EXPECT_EQ(of("max.s32"), (std::pair{7u, 1u}));
  EXPECT_EQ(of("and.b32"), (std::pair{5u, 0u}));
  EXPECT_EQ(of("or.b32"), (std::pair{0xffffffffu, 0x80000001u}));
  EXPECT_EQ(of("xor.b32"), (std::pair{0xfffffffdu, 0x80000001u}));
}

TEST_F(Sync, ReducesFloats_SYNC_5) {
  constexpr std::uint32_t kNaN = 0x7fffffff, kMinusZero = 0x80000000, kMinusOne = 0xbf800000, kOne = 0x3f800000;
  const auto of = [&](const char* form, std::initializer_list<std::uint32_t> words) {
    const auto lanes = static_cast<std::uint32_t>(words.size());
    return run(std::string("redux.sync.") + form + " %r0, %r2, " + std::to_string((1u << lanes) - 1), (1u << lanes) - 1,
               [&](spec::Warp& warp) { std::ranges::copy(words, warp.registers[2]); })
        .r0[0];
  };
  EXPECT_EQ(of("min.f32", {0, kMinusZero}), kMinusZero);
  EXPECT_EQ(of("max.f32", {kMinusZero, 0}), 0u);
  EXPECT_EQ(of("min.f32", {kOne, kMinusOne, 0x7fc00000}), kMinusOne);
  EXPECT_EQ(of("min.abs.f32", {0x40000000, kMinusOne}), kOne);
  EXPECT_EQ(of("max.f32", {0xff800000, 0xffc00001}), 0xff800000u);
  EXPECT_EQ(of("max.f32", {0xffc00001, 0x7f800001}), kNaN);
  EXPECT_EQ(of("min.f32", {0x7f800001}), kNaN);
  EXPECT_EQ(of("max.NaN.f32", {kOne, 0xffc00001}), kNaN);
  EXPECT_EQ(of("min.NaN.f32", {0x7f800001, kOne}), kNaN);
  EXPECT_EQ(of("min.NaN.f32", {0xff800000, kOne}), 0xff800000u);
  EXPECT_EQ(of("max.abs.NaN.f32", {kMinusZero, 0}), 0u);
}

} // namespace
} // namespace warplaw
