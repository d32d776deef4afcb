// The search for outcomes itself, on programs whose outcomes are counted by hand (RED-8, RED-9).
#include "linearize/litmus.h"
#include <gtest/gtest.h>

namespace warplaw::linearize::litmus {
namespace {

std::vector<Outcome> all(const Program& program, const Rules& rules = {}) {
  std::vector<Outcome> list;
  for (const auto& [outcome, way] : outcomes(program, rules))
    list.push_back(outcome);
  return list;
}
using Outcomes = std::vector<Outcome>;

TEST(Litmus, NoStepLeavesMemory_RED_9) { EXPECT_EQ(all({{{0, {}}}, {3, 4}, {}}), (Outcomes{{3, 4}})); }

TEST(Litmus, TwoReductionsCommute_RED_8) {
  EXPECT_EQ(all({{{0, {{Op::Add, 0, 1}}}, {1, {{Op::Add, 0, 2}}}}, {10}, {}}), (Outcomes{{13}}));
}

TEST(Litmus, AStoreAndAReductionDoNot_RED_9) {
  EXPECT_EQ(all({{{0, {{Op::Add, 0, 1}}}, {0, {{Op::Store, 0, 5}}}}, {10}, {}}), (Outcomes{{5}, {6}}));
}

TEST(Litmus, AHeldLineIsReadAsLongAsItStays_RED_8) {
  const Program program{{{0, {{Op::Add, 0, 1}}}, {1, {{Op::Load, 0}}}}, {0}, {{1, 0}}};
  EXPECT_EQ(all(program), (Outcomes{{0, 1}, {1, 1}}));
  const auto found =
      outcomes({{{0, {{Op::Add, 0, 1}, {Op::Membar}}}, {1, {{Op::LoadGlobal, 0}, {Op::Load, 0}}}}, {0}, {{1, 0}}});
  const auto stale = found.find({1, 0, 1});
  ASSERT_NE(stale, found.end());
  EXPECT_NE(stale->second.find("LD [0] hits L1, gives 0"), std::string::npos);
}

TEST(Litmus, AThreadThatWaitsForNobodyEnds_RED_9) {
  // barriers meet pairwise, the first with the first
  const Program program{{{0, {{Op::Store, 0, 1}, {Op::Barrier}, {Op::Barrier}, {Op::Load, 1}}},
                         {0, {{Op::Barrier}, {Op::Store, 1, 2}, {Op::Barrier}, {Op::Load, 0}}}},
                        {0, 0},
                        {}};
  EXPECT_EQ(all(program), (Outcomes{{2, 1, 1, 2}}));
}

} // namespace
} // namespace warplaw::linearize::litmus
