// A spin lock among the lanes of one warp: since sm_70 each of them gets it, before that it never ends (PTX-11).
#include "ptx/machine/run.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace progress_test {

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

/// Each turn moves the bits of a byte that nobody wrote up by one, through a row of registers, until the last one of
/// them decides whether there is another turn. The numbers in the registers stay 0.
std::string longShift(unsigned registers) {
  std::string text = fmt::format(".version 7.0\n.target sm_60\n.address_size 64\n.entry k(.param .u64 out) {{\n"
                                 ".reg .b32 %t, %r<{}>;\n.reg .pred %p;\n.shared .b8 byte[4];\n",
                                 registers);
  for (unsigned i = 1; i < registers; ++i)
    text += fmt::format("mov.u32 %r{}, 0;\n", i);
  text += "mov.u32 %t, %tid.x;\nsetp.ne.u32 %p, %t, 0;\nld.shared.u8 %r0, [byte];\nshl.b32 %r0, %r0, 16;\n"
          "@%p bra MEET;\nAGAIN:\n";
  for (unsigned i = registers - 1; i > 0; --i)
    text += fmt::format("shf.l.wrap.b32 %r{0}, %r{1}, %r{0}, 1;\n", i, i - 1);
  return text + fmt::format("shl.b32 %r0, %r0, 1;\nsetp.ge.s32 %p, %r{}, 0;\n@%p bra AGAIN;\nMEET:\nret;\n}}\n",
                            registers - 1);
}

Outcome outcomeOf(const std::string& text) {
  const auto module = read(text);
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
  const Outcome outcome = outcomeOf(lockedSum(80));
  EXPECT_TRUE(outcome.finished);
  EXPECT_EQ(outcome.arrays[0].bytes[0], 32);
}

TEST(PtxProgress, BeforeSm70ItNeverEnds) {
  const Outcome outcome = outcomeOf(lockedSum(60));
  EXPECT_FALSE(outcome.finished);
  EXPECT_EQ(outcome.findings.back().kind, FindingKind::Deadlock);
}

/// The turns before it differ in what is undefined alone.
TEST(PtxProgress, ATurnThatMovesUndefinedBitsChangesSomething_PTX_16) {
  const Outcome outcome = outcomeOf(longShift(22));
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_EQ(outcome.findings.front().kind, FindingKind::Uninitialised);
}

} // namespace progress_test
} // namespace warplaw::ptx::tests
