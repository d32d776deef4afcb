// A spin lock among the lanes of one warp: since sm_70 each of them gets it, before that it never ends (PTX-11).
#include "ptx/machine/run.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace {

/// Who has the lock leaves the loop; the others wait for him in it, and he for them behind it.
std::string lockedSum(unsigned target) {
  return fmt::format(".version 7.0\n.target sm_{}\n.address_size 64\n", target) + R"(
.entry k(.param .u64 out) {
  .reg .b32 %old, %sum;
  .reg .b64 %out;
  .reg .pred %p;
  .shared .b32 lock[2];
  st.shared.u32 [lock], 0;
  ld.param.u64 %out, [out];
AGAIN:
  atom.shared.cas.b32 %old, [lock], 0, 1;
  setp.ne.u32 %p, %old, 0;
  @%p bra AGAIN;
  ld.global.u32 %sum, [%out];
  add.u32 %sum, %sum, 1;
  st.global.u32 [%out], %sum;
  atom.shared.exch.b32 %old, [lock], 0;
  ret;
})";
}

Outcome outcomeOf(unsigned target) {
  const auto module = read(lockedSum(target));
  EXPECT_TRUE(module.has_value());
  const auto kernel = decode(*module, "");
  EXPECT_TRUE(kernel.has_value());
  Launch launch;
  launch.mostSteps = 4'000'000;
  launch.arrays.push_back({"out", std::vector<std::uint8_t>(4), {}, 4});
  launch.arguments.push_back({{}, 0});
  return run(*kernel, launch);
}

TEST(PtxProgress, EveryLaneGetsTheLock) {
  const Outcome outcome = outcomeOf(80);
  EXPECT_TRUE(outcome.finished);
  EXPECT_EQ(outcome.arrays[0].bytes[0], 32);
}

TEST(PtxProgress, BeforeSm70ItNeverEnds) {
  const Outcome outcome = outcomeOf(60);
  EXPECT_FALSE(outcome.finished);
  EXPECT_EQ(outcome.findings.back().kind, FindingKind::Deadlock);
}

} // namespace
} // namespace warplaw::ptx::tests
