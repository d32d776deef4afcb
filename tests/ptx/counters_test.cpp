// What a launch counts of accesses (RED-10, ATOMS-10) and branches, and what it says of words side by side.
#include "ptx/machine/run.h"
#include "ptx/text/read.h"
#include "tests/ptx/whole.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx {
namespace counters_test {
using tests::entry;

/// What one warp of a module's kernel leaves. A module that is rejected fails the test.
std::optional<Outcome> outcomeOf(const std::string& what, const std::string& text) {
  const auto module = read(text);
  if (!module) {
    ADD_FAILURE() << what << ": " << module.error().what;
    return std::nullopt;
  }
  const auto kernel = decode(*module, "");
  if (!kernel) {
    ADD_FAILURE() << what << ": " << kernel.error().first.what;
    return std::nullopt;
  }
  Launch launch;
  launch.block = {32, 1, 1};
  Outcome outcome = run(*kernel, launch);
  const Counters stepped = run(*kernel, launch, [](const Traced&) {}).counters; // each step by itself
  EXPECT_EQ(outcome.counters.warpInstructions, stepped.warpInstructions) << what;
  EXPECT_EQ(outcome.counters.threadInstructions, stepped.threadInstructions) << what;
  return outcome;
}

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
    const auto outcome = outcomeOf(row.what, entry(fmt::format(".reg .b32 %a, %t;\n.shared .align 4 .b8 s[4096];\n"
                                                               "mov.u32 %t, %tid.x;\n{}\nst.shared.u32 [%a], %t;\nret;",
                                                               row.address)));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->counters.sharedAccesses, 1u) << row.what;
    EXPECT_EQ(outcome->counters.sharedBankConflicts, row.conflicts) << row.what;
    EXPECT_EQ(
        std::ranges::any_of(outcome->findings, [](const Finding& one) { return one.kind == FindingKind::OutOfBounds; }),
        !row.isInside)
        << row.what;
  }
}

/// A thread a lane.
struct Side {
  const char *what, *body; ///< %a: i times 4, %g: of g; a branch that %p decides follows
  std::uint64_t shared, segments, divergent;
  bool isUndefined;
};

TEST(Counters, WordsSideBySide_PTX_16) {
  constexpr Side kSides[] = {
      {"a row that was written", "st.shared.u32 [%a], %t; ld.shared.u32 %b, [%a]; setp.lt.u32 %p, %b, 5;", 2, 0, 1,
       false},
      {"a barrier", "bar.sync 0; setp.lt.u32 %p, %t, 5;", 0, 0, 1, false},
      {"a row that nobody wrote", "ld.shared.u32 %b, [%a]; setp.lt.u32 %p, %b, 5;", 1, 0, 0, true},
      {"of half a row, the half that was written",
       "mov.u32 %b, 7; setp.lt.u32 %p, %t, 16; @%p st.shared.u32 [%a], %t; @%p ld.shared.u32 %b, [%a]; "
       "setp.lt.u32 %p, %b, 5;",
       2, 0, 1, false},
      {"of half a row, all",
       "setp.lt.u32 %p, %t, 16; @%p st.shared.u32 [%a], %t; ld.shared.u32 %b, [%a]; setp.lt.u32 %p, %b, 99;", 2, 0, 0,
       true},
      {"half a row, into a register of which the other half is undefined",
       "setp.lt.u32 %p, %t, 16; st.shared.u32 [%a], %t; @%p ld.shared.u32 %b, [%a]; setp.lt.u32 %p, %b, 5;", 2, 0, 1,
       true},
      {"a row of whole sectors", "ld.global.u32 %b, [%g]; setp.lt.u32 %p, %b, 5;", 0, 4, 0, false},
      {"a row of a part of two sectors", "ld.global.u32 %b, [%g+4]; setp.lt.u32 %p, %b, 5;", 0, 5, 0, false},
      {"half a row", "setp.ge.u32 %p, %t, 16; @%p st.global.u32 [%g], %t;", 0, 2, 1, false},
  };
  for (const Side& side : kSides) {
    const auto outcome = outcomeOf(
        side.what,
        fmt::format("{}.global .align 256 .b8 g[256];\n.entry k() {{\n.reg .b32 %a, %b, %t; .reg .b64 %g, %h; "
                    ".reg .pred %p;\n.shared .align 4 .b8 s[128];\nmov.u32 %t, %tid.x;\nshl.b32 %a, %t, 2; "
                    "cvt.u64.u32 %h, %a; mov.u64 %g, g; add.u64 %g, %g, %h;\n{}\n@%p bra L;\nmov.u32 %b, 0;\n"
                    "L:\nret;\n}}\n",
                    tests::kHeader, side.body));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->counters.sharedAccesses, side.shared) << side.what;
    EXPECT_EQ(outcome->counters.sharedBankConflicts, 0u) << side.what;
    EXPECT_EQ(outcome->counters.globalSegments, side.segments) << side.what;
    EXPECT_EQ(outcome->counters.divergentBranches, side.divergent) << side.what;
    EXPECT_EQ(outcome->findings.size(), side.isUndefined ? 1u : 0u) << side.what;
    for (const Finding& one : outcome->findings)
      EXPECT_EQ(one.kind, FindingKind::Uninitialised) << side.what;
  }
}

/// Lanes 0 to 7 or 15 are at the end of all addresses, the others at the beginning.
TEST(Counters, RowsThatGoOnAtAddressZeroAreOutOfBounds_PTX_14) {
  struct Wrapped {
    std::string what, body;
    std::uint64_t shared, segments;
  };
  const Wrapped kWrapped[] = {
      {"words of global memory", "mul.wide.u32 %h, %t, 4; ld.global.u32 %b, [%h+-64];", 0, 4},
      {"two words of shared memory", "mul.wide.u32 %h, %t, 8; ld.shared.u64 %v, [%h+-64];", 1, 0},
      {"one word of shared memory", "mul.wide.u32 %h, %t, 4; st.shared.u32 [%h+-64], %t;", 1, 0},
  };
  for (const Wrapped& wrapped : kWrapped) {
    const auto outcome =
        outcomeOf(wrapped.what, entry(fmt::format(".reg .b32 %b, %t; .reg .b64 %h, %v;\n.shared .align 8 .b8 s[1024];\n"
                                                  "mov.u32 %t, %tid.x;\n{}\nret;",
                                                  wrapped.body)));
    ASSERT_TRUE(outcome);
    ASSERT_EQ(outcome->findings.size(), 1u) << wrapped.what;
    EXPECT_EQ(outcome->findings[0].kind, FindingKind::OutOfBounds) << wrapped.what;
    EXPECT_EQ(outcome->counters.sharedAccesses, wrapped.shared) << wrapped.what;
    EXPECT_LT(outcome->counters.sharedBankConflicts, 32u) << wrapped.what;
    EXPECT_EQ(outcome->counters.globalSegments, wrapped.segments) << wrapped.what;
  }
}

} // namespace counters_test
} // namespace warplaw::ptx
