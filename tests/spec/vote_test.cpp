// VOTE as text (VOTE-2, MACH-3).
#include "spec/instructions/vote.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(VoteText, BallotQuantifierAndPredicate_VOTE_3) {
  EXPECT_EQ(canonical("VOTE.ANY R0, P0, !P1"), "VOTE.ANY R0, P0, !P1;");
  EXPECT_EQ(canonical("@P2 VOTE.EQ RZ, __, PT"), "@P2 VOTE.EQ RZ, PT, PT;");
  const VoteForm expected{VoteMode::All, {7}, {6}, {{5}, true}};
  EXPECT_EQ(parse("VOTE.ALL R7, P6, ! P5")->form.as<VoteForm>(), expected);
}

TEST(VoteText, Rejected_VOTE_2) {
  expectRejected("VOTE^ R0, P0, P1", "VOTE-2", ".ALL, .ANY or .EQ");
  expectRejected("VOTE.^UNI R0, P0, P1", "VOTE-2", ".ALL, .ANY or .EQ");
  expectRejected("VOTE.ALL.^ANY R0, P0, P1", "VOTE-2", "one mode and nothing else");
  expectRejected("VOTE.ALL ^P0, R0, P1", "MACH-3", "R0..R254 or RZ");
  expectRejected("VOTE.ALL R0, ^!P0, P1", "MACH-3", "P0..P6, PT or __");
  expectRejected("VOTE.ALL R0, P0, !^__", "MACH-3", "P0..P6 or PT");
  expectRejected("VOTE.ALL R0, P0^", "syntax", "`,`");
}

} // namespace
} // namespace warplaw::spec
