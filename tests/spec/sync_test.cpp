// The .sync forms as fields (SYNC-2..5). Texts: instructions.rows.
#include "spec/instructions/electsync.h"
#include "spec/instructions/matchsync.h"
#include "spec/instructions/reduxsync.h"
#include "spec/instructions/shflsync.h"
#include "spec/instructions/votesync.h"
#include "texts.h"

namespace warplaw::spec {
namespace sync_test {
using tests::expectRejected;

TEST(SyncText, RegistersPredicatesImmediates_SYNC_2) {
  const ShflsyncForm expected{ShflsyncMode::Bfly, {}, {1}, {6}, {2}, {true, 0xfffffff0}, {false, 3}, {true, 7}};
  EXPECT_EQ(parse("shfl.sync.bfly.b32 %r1|%p6, %r2, -16, %r3, 7")->form.as<ShflsyncForm>(), expected);
}

TEST(SyncText, WhatEachGives_SYNC_3_4_5_6_7) {
  const MatchsyncForm wide{MatchsyncMode::All, MatchsyncType::B64, {1}, {0}, {10}, {false, 4}};
  EXPECT_EQ(parse("match.all.sync.b64 %r1|%p0, %rd5, %r4")->form.as<MatchsyncForm>(), wide);
  const VotesyncForm ballot{VotesyncMode::Ballot, VotesyncType::B32, {1}, {}, {{6}, true}, {false, 2}};
  EXPECT_EQ(parse("vote.sync.ballot.b32 %r1, ! %p6, %r2")->form.as<VotesyncForm>(), ballot);
  const ReduxsyncForm floats{ReduxsyncOp::Min, true, false, ReduxsyncType::F32, {0}, {1}, {true, 0}};
  EXPECT_EQ(parse("redux.sync.min.abs.f32 %r0, %r1, 0")->form.as<ReduxsyncForm>(), floats);
}

TEST(SyncText, Rejected_SYNC_2_3_4_5_7) {
  EXPECT_FALSE(parse("shfl.up.b32 %r1, %r2, 1, 0, 1"));
  expectRejected("redux.sync.add.^abs.f32 %r1, %r2, 1", "SYNC-5", "");
}

} // namespace sync_test
} // namespace warplaw::spec
