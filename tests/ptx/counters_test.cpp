// What a launch counts of accesses to shared memory (RED-10, ATOMS-10).
#include "ptx/machine/run.h"
#include "ptx/text/read.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx {
namespace counters_test {

/// Lane i stores at `address`, of %t, which is i, in 4096 bytes of shared memory.
struct Row {
  const char *what, *address;
  std::uint64_t conflicts;
  bool isInside;
};

TEST(Counters, BankConflictsAreOfTheLanesInside) {
  constexpr Row kRows[] = {
      {"a row", "shl.b32 %a, %t, 2;", 0, true},
      {"one word", "mov.u32 %a, 64;", 0, true},
      {"every other word", "shl.b32 %a, %t, 3;", 1, true},
      {"one bank", "shl.b32 %a, %t, 7;", 31, true},
      {"one bank, the last lane outside", "shl.b32 %a, %t, 7; add.u32 %a, %a, 128;", 30, false},
      {"one bank, half of the lanes outside", "shl.b32 %a, %t, 8;", 15, false},
      {"one bank, all lanes outside", "shl.b32 %a, %t, 7; add.u32 %a, %a, 4096;", 0, false},
      {"one bank, the first lane far outside", "shl.b32 %a, %t, 7; sub.u32 %a, %a, 128;", 30, false},
  };
  for (const Row& row : kRows) {
    const auto module = read(fmt::format(".version 8.5\n.target sm_80\n.address_size 64\n.entry k() {{\n"
                                         ".reg .b32 %a, %t;\n.shared .align 4 .b8 s[4096];\n"
                                         "mov.u32 %t, %tid.x;\n{}\nst.shared.u32 [%a], %t;\nret;\n}}\n",
                                         row.address));
    ASSERT_TRUE(module) << row.what << ": " << module.error().what;
    const auto kernel = decode(*module, "");
    ASSERT_TRUE(kernel) << row.what << ": " << kernel.error().first.what;
    Launch launch;
    launch.block = {32, 1, 1};
    const Outcome outcome = run(*kernel, launch);
    EXPECT_EQ(outcome.counters.sharedAccesses, 1u) << row.what;
    EXPECT_EQ(outcome.counters.sharedBankConflicts, row.conflicts) << row.what;
    EXPECT_EQ(
        std::ranges::any_of(outcome.findings, [](const Finding& one) { return one.kind == FindingKind::OutOfBounds; }),
        !row.isInside)
        << row.what;
  }
}

} // namespace counters_test
} // namespace warplaw::ptx
