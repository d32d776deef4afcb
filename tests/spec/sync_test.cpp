// The .sync forms as PTX's text (SYNC-2..7, MACH-3).
#include "spec/instructions/electsync.h"
#include "spec/instructions/matchsync.h"
#include "spec/instructions/reduxsync.h"
#include "spec/instructions/shflsync.h"
#include "spec/instructions/votesync.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(SyncText, RegistersPredicatesImmediates_SYNC_2) {
  EXPECT_EQ(canonical("shfl.sync.up.b32 %r1|%p1, %r2, 1, 0x0, 0xffffffff;"),
            "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, 0xffffffff;");
  EXPECT_EQ(canonical("@!%p3 shfl.sync.idx.b32 %r254, %r0, %r5, 0x1f1f, %r6"),
            "@!%p3 shfl.sync.idx.b32 %r254, %r0, %r5, 0x1f1f, %r6;");
  const ShflsyncForm expected{ShflsyncMode::Bfly, {}, {1}, {6}, {2}, {true, 0xfffffff0}, {false, 3}, {true, 7}};
  EXPECT_EQ(parse("shfl.sync.bfly.b32 %r1|%p6, %r2, -16, %r3, 7")->form.as<ShflsyncForm>(), expected);
  EXPECT_EQ(canonical("shfl.sync.down.b32 _|%p0, %r2, 1, 2, -1"), "shfl.sync.down.b32 _|%p0, %r2, 1, 2, 0xffffffff;");
}

TEST(SyncText, WhatEachGives_SYNC_3_4_5_6_7) {
  for (const char* text :
       {"vote.sync.all.pred %p1, %p2, 0xff;", "vote.sync.any.pred _, !%p2, %r1;", "vote.sync.uni.pred %p0, %p0, 1;",
        "vote.sync.ballot.b32 %r1, !%p6, %r2;", "match.any.sync.b32 %r1, %r2, %r3;",
        "match.any.sync.b64 %r1, %rd1, %r4;", "match.all.sync.b32 %r1, %r2, 0xffffffff;",
        "match.all.sync.b32 %r1|%p0, %r2, 3;", "match.all.sync.b64 _|%p1, %rd126, 3;", "activemask.b32 %r7;",
        "elect.sync %r0|%p1, 0xffffffff;", "elect.sync _|%p1, %r1;", "redux.sync.add.s32 %r0, %r1, %r2;",
        "redux.sync.xor.b32 %r0, %r1, 1;", "redux.sync.min.abs.NaN.f32 %r0, %r1, 1;",
        "redux.sync.max.NaN.f32 %r0, %r1, 1;"})
    EXPECT_EQ(canonical(text), text);
  const MatchsyncForm wide{MatchsyncMode::All, MatchsyncType::B64, {1}, {0}, {10}, {false, 4}};
  EXPECT_EQ(parse("match.all.sync.b64 %r1|%p0, %rd5, %r4")->form.as<MatchsyncForm>(), wide);
  const VotesyncForm ballot{VotesyncMode::Ballot, VotesyncType::B32, {1}, {}, {{6}, true}, {false, 2}};
  EXPECT_EQ(parse("vote.sync.ballot.b32 %r1, ! %p6, %r2")->form.as<VotesyncForm>(), ballot);
  const ReduxsyncForm floats{ReduxsyncOp::Min, true, false, ReduxsyncType::F32, {0}, {1}, {true, 0}};
  EXPECT_EQ(parse("redux.sync.min.abs.f32 %r0, %r1, 0")->form.as<ReduxsyncForm>(), floats);
}

/// A membermask of 0 is read; that nothing is defined then, `exec` says.
TEST(SyncText, EmptyMembermaskIsRead_SYNC_1) {
  EXPECT_EQ(canonical("activemask.b32 _"), "activemask.b32 _;");
  EXPECT_EQ(canonical("vote.sync.all.pred %p1, %p2, 0"), "vote.sync.all.pred %p1, %p2, 0;");
}

TEST(SyncText, Rejected_SYNC_2_3_4_5_7) {
  expectRejected("shfl.sync.up.^b64 %r1, %r2, 1, 0, 1", "SYNC-2", ".b32");
  expectRejected("shfl.sync.^b32 %r1, %r2, 1, 0, 1", "SYNC-2", ".idx, .up, .down or .bfly");
  EXPECT_FALSE(parse("shfl.up.b32 %r1, %r2, 1, 0, 1"));
  expectRejected("vote.sync.all.^b32 %p1, %p2, 1", "SYNC-3", ".pred");
  expectRejected("vote.sync.ballot.^pred %p1, %p2, 1", "SYNC-3", ".b32");
  expectRejected("match.any.sync.^b16 %r1, %r2, 1", "SYNC-4", ".b32 or .b64");
  expectRejected("match.any.sync.b32 %r1^|%p1, %r2, 1", "syntax", "`,`");
  expectRejected("match.all.sync.b32 ^_, %r2, 1", "SYNC-4", "at most one `_` of d and p");
  expectRejected("match.all.sync.b32 ^_|_, %r2, 1", "SYNC-4", "at most one `_` of d and p");
  expectRejected("match.any.sync.b64 ^%r3, %rd1, 1", "SYNC-4", "registers apart");
  expectRejected("match.any.sync.b64 %r4, %rd1, ^%r2", "SYNC-4", "registers apart");
  expectRejected("redux.sync.add.^f32 %r1, %r2, 1", "SYNC-5", ".u32 or .s32");
  expectRejected("redux.sync.and.^u32 %r1, %r2, 1", "SYNC-5", ".b32");
  expectRejected("redux.sync.add.^abs.f32 %r1, %r2, 1", "SYNC-5", "");
  expectRejected("redux.sync.min.abs.^s32 %r1, %r2, 1", "SYNC-5", ".f32");
  expectRejected("redux.sync.min.NaN.^u32 %r1, %r2, 1", "SYNC-5", ".f32");
  expectRejected("elect.sync %r1|^_, 1", "SYNC-7", "%p0..%p6");
  expectRejected("elect.sync %r1^, 1", "syntax", "`|`");
}

TEST(SyncText, NamesOfPtx_MACH_3) {
  expectRejected("activemask.b32 ^R1", "MACH-3",
                 "%r0..%r254 or _; other names in programs, and where .reg declares them");
  expectRejected("activemask.b32 ^%r255", "MACH-3",
                 "%r0..%r254 or _; other names in programs, and where .reg declares them");
  expectRejected("activemask.b32 ^%r01", "MACH-3",
                 "%r0..%r254 or _; other names in programs, and where .reg declares them");
  expectRejected("redux.sync.add.u32 %r1, ^_, 1", "MACH-3",
                 "%r0..%r254; other names in programs, and where .reg declares them");
  expectRejected("vote.sync.all.pred %p1, ^%p7, 1", "MACH-3", "%p0..%p6");
  expectRejected("vote.sync.all.pred %p1, ^_, 1", "MACH-3", "%p0..%p6");
  expectRejected("match.any.sync.b64 %r1, ^%rd127, 1", "MACH-3",
                 "%rd0..%rd126; other names in programs, and where .reg declares them");
  expectRejected("match.any.sync.b64 %r1, ^%r4, 1", "MACH-3",
                 "%rd0..%rd126; other names in programs, and where .reg declares them");
  expectRejected("vote.sync.all.pred %p1, %p2, ^0x100000000", "SYNC-1", "-2147483648..4294967295");
  expectRejected("@^%p7 activemask.b32 %r1", "MACH-3", "%p0..%p6");
  EXPECT_EQ(canonical("@!PT activemask.b32 %r1"), "@!PT activemask.b32 %r1;");
}

} // namespace
} // namespace warplaw::spec
