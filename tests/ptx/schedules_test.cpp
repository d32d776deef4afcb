// All schedules of kernels with few threads: one end where the machine of warps finds nothing, several where it says
// so.
#include "plain/machine.h"
#include "ptx/machine/run.h"
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace schedules_test {

struct Small {
  std::string name, body;
  unsigned threads;
  std::size_t ends; ///< in how many ways all schedules end
};

/// Each writes out[tid] at last; %t: its number, %s: the address of its word in shared memory.
const std::vector<Small> kSmall = {
    {"each for itself", "add.u32 %r, %t, 1;", 3, 1},
    {"a sum by atomics", "red.shared.add.u32 [s], %t;\nbar.sync 0;\nld.shared.u32 %r, [s];", 3, 1},
    {"tickets", "atom.shared.add.u32 %r, [s], 1;", 3, 6},
    {"tickets that nobody looks at",
     "{\n.reg .b32 %u;\natom.shared.add.u32 %u, [s], 1;\n}\nbar.sync 0;\nld.shared.u32 %r, [s];", 3, 1},
    {"the last one stays", "atom.shared.exch.b32 %r, [s], %t;\nmov.u32 %r, 0;\nbar.sync 0;\nld.shared.u32 %r, [s];", 2,
     2},
    {"a race", "st.shared.u32 [s], %t;\nld.shared.u32 %r, [s];", 2, 3},
    {"a neighbour behind a barrier", "st.shared.u32 [%s], %t;\nbar.sync 0;\nld.shared.u32 %r, [s+4];", 3, 1},
    {"a neighbour without one", "st.shared.u32 [%s], 5;\nld.shared.u32 %r, [s+4];", 2, 2},
    {"each behind a mask of its own",
     "shl.b32 %a, 1, %t;\nst.shared.u32 [%s], 5;\nbar.warp.sync %a;\nld.shared.u32 %r, [s+4];", 2, 2},
    {"lanes meet at two places",
     "setp.eq.u32 %p, %t, 0;\n@%p bra A;\nshfl.sync.idx.b32 %r, %t, 0, 31, 3;\nbra B;\nA:\n"
     "shfl.sync.idx.b32 %r, %t, 1, 31, 3;\nB:",
     2, 1},
    {"two operations",
     "setp.eq.u32 %p, %t, 0;\n@%p red.shared.add.u32 [s], 5;\n@!%p red.shared.xor.b32 [s], 3;\nbar.sync "
     "0;\nld.shared.u32 %r, [s];",
     2, 2},
    {"two limits", "red.shared.inc.u32 [s], %t;\nbar.sync 0;\nld.shared.u32 %r, [s];", 2, 2},
    {"one never comes", "setp.eq.u32 %p, %t, 0;\n@%p bra A;\nbar.warp.sync 3;\nA: bar.sync 0;", 2, 1},
};

std::string textOf(const Small& small) {
  return ".version 8.5\n.target sm_90\n.address_size 64\n"
         ".entry k(.param .u64 out) {\n.reg .b32 %t, %r, %s, %a;\n.reg .b64 %out;\n.reg .pred %p;\n"
         ".shared .b32 s[128];\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %a, s;\nmad.lo.u32 %s, %t, 4, %a;\nmov.u32 %r, 0;\nst.shared.u32 [%s], "
         "0;\nbar.sync 0;\n"
         "ld.param.u64 %out, [out];\nmad.wide.u32 %out, %t, 4, %out;\n" +
         small.body + "\nst.global.u32 [%out], %r;\nret;\n}\n";
}

Launch launchOf(const Small& small) {
  Launch launch;
  launch.block = {small.threads, 1, 1};
  launch.arrays.resize(1);
  launch.arrays[0].bytes.resize(std::size_t{4} * small.threads);
  launch.arguments.push_back({{}, 0});
  return launch;
}

TEST(PtxSchedules, EveryScheduleOfFewThreads) {
  for (const Small& small : kSmall) {
    const auto kernel = decode(*read(textOf(small)), "");
    ASSERT_TRUE(kernel.has_value()) << small.name << ": " << kernel.error().first.message(small.name);
    const Launch launch = launchOf(small);
    const auto ends = plain::runEverySchedule(*kernel, launch, 100'000);
    ASSERT_TRUE(ends.has_value()) << small.name;
    EXPECT_EQ(ends->size(), small.ends) << small.name;
    const Outcome outcome = run(*kernel, launch);
    const plain::Outcome& first = ends->front();
    if (!outcome.findings.empty())
      continue;
    ASSERT_EQ(ends->size(), 1u) << small.name << ": it depends on the schedule, and nothing says so";
    EXPECT_EQ(first.end, plain::End::Finished) << small.name << ": " << first.what;
    EXPECT_EQ(first.arrays[0].bytes, outcome.arrays[0].bytes) << small.name;
  }
}

/// What is the same in all schedules is no reason for a finding, and what is not is one.
TEST(PtxSchedules, FindingsAreOfThoseThatDepend) {
  for (const Small& small : kSmall) {
    const auto kernel = decode(*read(textOf(small)), "");
    ASSERT_TRUE(kernel.has_value()) << small.name;
    const Launch launch = launchOf(small);
    const auto ends = plain::runEverySchedule(*kernel, launch, 100'000);
    const bool isSure = ends && ends->size() == 1 && ends->front().end == plain::End::Finished;
    EXPECT_EQ(run(*kernel, launch).findings.empty(), isSure) << small.name;
  }
}

/// Too many threads for all schedules; `ends` is not looked at.
const std::vector<Small> kOpen = {
    {"an arriver writes again",
     "st.shared.u32 [%s], 1;\nsetp.ge.u32 %p, %t, 32;\n@%p bra A;\nbar.arrive 2, 64;\nst.shared.u32 [%s], 2;\nbra B;\n"
     "A: bar.sync 2, 64;\nld.shared.u32 %r, [%s-128];\nB:",
     64, 0},
    {"an arriver comes twice",
     "setp.ge.u32 %p, %t, 32;\n@%p bra A;\nbar.arrive 2, 64;\nbar.arrive 2, 64;\nbra B;\nA: bar.sync 2, 64;\n"
     "add.u32 %r, %t, 1;\nB:",
     64, 0},
    {"a warp writes by generic addresses what another one reads",
     "{\n.reg .b64 %g;\nmov.u64 %g, s;\ncvta.shared.u64 %g, %g;\nmad.wide.u32 %g, %t, 4, %g;\nst.u32 [%g], %t;\n}\n"
     "xor.b32 %r, %t, 32;\nmad.lo.u32 %s, %r, 4, %a;\nld.shared.u32 %r, [%s];",
     64, 0},
    {"of three, two meet", "setp.lt.u32 %p, %t, 96;\n@%p bar.sync 1, 64;\n@%p st.shared.u32 [s], %t;", 128, 0},
    {"more come than are counted", "bar.sync 1, 32;\nst.shared.u32 [s], %t;\nbar.sync 0;\nld.shared.u32 %r, [s];", 48,
     0},
    {"a generation is mixed",
     "setp.ge.u32 %p, %t, 32;\n@%p bra A;\nbar.red.popc.u32 %r, 0, %p;\nbra B;\nA: bar.sync 0;\nB:", 64, 0},
    {"two reductions in one generation",
     "setp.ge.u32 %p, %t, 32;\n@%p bra A;\nbar.red.and.pred %p, 0, %p;\nbra B;\nA: bar.red.or.pred %p, 0, %p;\nB:", 64,
     0},
    {"no such barrier", "mov.u32 %a, 16;\nbar.sync %a;", 32, 0},
    {"no such count", "mov.u32 %a, 33;\nbar.sync 1, %a;", 32, 0},
    {"an arriver without a count", "mov.u32 %a, 0;\nbar.arrive 1, %a;", 32, 0},
    {"a warp names two barriers", "and.b32 %a, %t, 1;\nbar.sync %a;", 32, 0},
    {"masks overlap",
     "setp.eq.u32 %p, %t, 0;\nselp.b32 %a, 1, -1, %p;\nmatch.any.sync.b32 %a, 5, %a;\nbar.warp.sync -1;\nbar.sync 0;",
     32, 0},
    {"a count, and threads that left", "and.b32 %a, %t, 31;\nsetp.gt.u32 %p, %a, 14;\n@%p exit;\nbar.sync 1, 64;", 64,
     0},
    {"some warps meet, and another one wrote",
     "setp.lt.u32 %p, %t, 32;\n@%p st.shared.u32 [%s], 5;\n@%p bra B;\nbar.sync 1, 64;\n"
     "ld.shared.u32 %r, [%s-128];\nB:",
     96, 0},
    // lane 2 writes after lane 1 read, and nothing orders that with what lane 0 read
    {"lanes meet two by two",
     "setp.le.u32 %p, %t, 1;\n@%p ld.shared.u32 %r, [s];\nsetp.ge.u32 %p, %t, 1;\n@%p bar.warp.sync 6;\n"
     "setp.le.u32 %p, %t, 1;\n@%p bar.warp.sync 3;\nsetp.eq.u32 %p, %t, 2;\n@%p st.shared.u32 [s], 7;",
     3, 0},
    {"some lanes meet, and others of their warp wrote",
     "and.b32 %a, %t, 16;\nsetp.eq.u32 %p, %a, 0;\n@!%p st.shared.u32 [%s], 5;\n@%p barrier.sync 1, 32;\n"
     "@%p ld.shared.u32 %r, [%s+64];",
     64, 0},
    {"some lanes meet, and others of another warp wrote",
     "and.b32 %a, %t, 16;\nsetp.eq.u32 %p, %a, 0;\n@!%p st.shared.u32 [%s], 5;\n@%p barrier.sync 1, 32;\n"
     "xor.b32 %a, %t, 48;\nshl.b32 %a, %a, 2;\nmov.u32 %r, s;\nadd.u32 %a, %a, %r;\nmov.u32 %r, 0;\n"
     "@%p ld.shared.u32 %r, [%a];",
     64, 0},
    {"some lanes arrive, and others of their warp wrote",
     "and.b32 %a, %t, 48;\nsetp.eq.u32 %p, %a, 0;\n@%p bra A;\nsetp.ge.u32 %p, %t, 48;\n@%p bra B;\n"
     "setp.lt.u32 %p, %t, 32;\n@%p st.shared.u32 [%s], 5;\n@%p bra B;\nbarrier.sync 1, 32;\n"
     "ld.shared.u32 %r, [%s-64];\nbra B;\nA: barrier.arrive 1, 32;\nB:",
     64, 0},
    {"two halves of each warp come to one barrier",
     "st.shared.u32 [%s], 5;\nand.b32 %a, %t, 16;\nsetp.eq.u32 %p, %a, 0;\n@%p barrier.sync 1, 32;\n"
     "@!%p barrier.sync 1, 32;\nxor.b32 %a, %t, 32;\nshl.b32 %a, %a, 2;\nmov.u32 %r, s;\nadd.u32 %a, %a, %r;\n"
     "ld.shared.u32 %r, [%a];",
     64, 0},
    {"two halves of a warp change places",
     "setp.lt.u32 %p, %t, 16;\n@%p barrier.arrive 1, 32;\n@!%p barrier.sync 1, 32;\n@%p barrier.sync 1, 32;\n"
     "@!%p barrier.arrive 1, 32;",
     32, 0},
    {"who is elected", "elect.sync %r|%p, -1;", 32, 0},
    {"who is together", "activemask.b32 %r;", 32, 0},
};

/// Threads end otherwise by some schedule than warps do: it must be said.
TEST(PtxSchedules, WhatIsOpenIsSaid) {
  for (const Small& open : kOpen) {
    const auto kernel = decode(*read(textOf(open)), "");
    ASSERT_TRUE(kernel.has_value()) << open.name << ": " << kernel.error().first.message(open.name);
    const Launch launch = launchOf(open);
    const Outcome outcome = run(*kernel, launch);
    EXPECT_FALSE(outcome.findings.empty()) << open.name;
    bool differs = false;
    for (std::uint64_t seed = 0; seed < 16 && !differs; ++seed) {
      const plain::Outcome threads =
          plain::run(*kernel, launch, {static_cast<plain::Bias>(seed % plain::kBiases), seed});
      differs = threads.end != plain::End::Finished || threads.arrays[0].bytes != outcome.arrays[0].bytes;
    }
    EXPECT_TRUE(differs) << open.name;
  }
}

/// A barrier orders what those did who came to it (PTX-15). In no way do schedules end where a race is met.
const std::vector<Small> kLeft = {
    {"a warp",
     "setp.lt.u32 %p, %t, 32;\n@%p st.shared.u32 [%s], 5;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [%s-128];", 64, 0},
    {"a lane, and its warp reads",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [s];", 32, 0},
    {"a lane, and another warp reads",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\n@%p exit;\nbar.sync 0;\nsetp.ge.u32 %p, %t, 32;\n@%p "
     "ld.shared.u32 %r, [s];",
     64, 0},
    {"a lane that read, and another warp writes",
     "setp.eq.u32 %p, %t, 0;\n@%p ld.shared.u32 %r, [s+128];\n@%p exit;\nbar.sync 0;\nst.shared.u32 [%s], 7;", 64, 0},
    {"two barriers later",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\n@%p exit;\nbar.sync 0;\nst.shared.u32 [%s], 7;\nbar.sync "
     "0;\nsetp.eq.u32 %p, %t, 33;\n@%p ld.shared.u32 %r, [s];",
     64, 0},
    {"in global memory",
     "setp.eq.u32 %p, %t, 0;\n@%p st.global.u32 [%out+4], 5;\n@%p exit;\nbar.sync 0;\nmov.u32 %r, 3;", 64, 0},
    {"after a barrier that it came to",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nbar.sync 0;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [s];",
     64, 1},
    {"after it met lanes that stay",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nbar.warp.sync -1;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, "
     "[s];",
     64, 1},
    {"after some lanes met",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nsetp.lt.u32 %p, %t, 2;\n@%p bar.warp.sync 3;\nsetp.eq.u32 %p, "
     "%t, 0;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [s];",
     64, 1},
    {"after some lanes met, and the others of them leave before it",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nsetp.lt.u32 %p, %t, 2;\n@%p bar.warp.sync 3;\nsetp.eq.u32 %p, "
     "%t, 1;\n@%p exit;\nsetp.eq.u32 %p, %t, 0;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [s];",
     64, 0},
    {"after some lanes met, and the others of them leave after it",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nsetp.lt.u32 %p, %t, 2;\n@%p bar.warp.sync 3;\nsetp.eq.u32 %p, "
     "%t, 0;\n@%p exit;\nsetp.eq.u32 %p, %t, 1;\n@%p exit;\nbar.sync 0;\nld.shared.u32 %r, [s];",
     64, 0},
    {"after some lanes met, and the others of them come to a barrier before they leave",
     "setp.eq.u32 %p, %t, 0;\n@%p st.shared.u32 [s], 5;\nsetp.lt.u32 %p, %t, 2;\n@%p bar.warp.sync 3;\nsetp.eq.u32 %p, "
     "%t, 0;\n@%p exit;\nbar.sync 0;\nst.shared.u32 [%s+64], %t;\nsetp.eq.u32 %p, %t, 1;\n@%p exit;\nbar.sync 0;\n"
     "ld.shared.u32 %r, [s];",
     64, 1},
    {"some wait, and then others of their warp leave",
     "and.b32 %a, %t, 16;\nsetp.ne.u32 %p, %a, 0;\n@%p st.shared.u32 [%s], 5;\n@%p bra A;\nbarrier.sync 0;\n"
     "ld.shared.u32 %r, [%s+64];\nbra B;\nA: st.global.u32 [%out], %t;\nexit;\nB:",
     64, 0},
    {"it did nothing",
     "setp.eq.u32 %p, %t, 0;\n@%p exit;\nst.shared.u32 [%s], 5;\nbar.sync 0;\nld.shared.u32 %r, [s+8];", 64, 1},
};

TEST(PtxSchedules, WhoLeftIsOrderedByNoBarrier) {
  for (const Small& left : kLeft) {
    const auto kernel = decode(*read(textOf(left)), "");
    ASSERT_TRUE(kernel.has_value()) << left.name << ": " << kernel.error().first.message(left.name);
    const Outcome outcome = run(*kernel, launchOf(left));
    ASSERT_EQ(outcome.findings.empty(), left.ends != 0) << left.name;
    for (const Finding& one : outcome.findings)
      EXPECT_EQ(one.kind, FindingKind::Race) << left.name;
  }
}

/// Whoever comes to a barrier has seen all that met there before: all schedules end alike.
const std::vector<Small> kOrdered = {
    {"each thread names its barrier", // two of each warp are at one at a time
     "and.b32 %a, %t, 1;\nst.shared.u32 [%s], %t;\nbarrier.sync %a, 32;\nxor.b32 %a, %t, 34;\n"
     "shl.b32 %a, %a, 2;\nmov.u32 %r, s;\nadd.u32 %a, %a, %r;\nld.shared.u32 %r, [%a];",
     64, 1},
    {"two groups",
     "shr.u32 %a, %t, 6;\nadd.u32 %a, %a, 1;\nst.shared.u32 [%s], %t;\nbar.sync %a, 64;\nxor.b32 %a, %t, 63;\n"
     "shl.b32 %a, %a, 2;\nmov.u32 %r, s;\nadd.u32 %a, %a, %r;\nld.shared.u32 %r, [%a];",
     128, 1},
    {"a producer and a consumer",
     "setp.ge.u32 %p, %t, 32;\n@%p bra A;\nst.shared.u32 [%s], %t;\nbar.arrive 1, 64;\nbar.sync 2, 64;\n"
     "st.shared.u32 [%s], 5;\nbar.arrive 1, 64;\nbra B;\nA: bar.sync 1, 64;\nld.shared.u32 %r, [%s-128];\n"
     "bar.arrive 2, 64;\nbar.sync 1, 64;\nld.shared.u32 %a, [%s-128];\nadd.u32 %r, %r, %a;\nB:",
     64, 1},
    {"some lanes of each warp",
     "st.shared.u32 [%s], %t;\nand.b32 %a, %t, 16;\nsetp.eq.u32 %p, %a, 0;\n@%p barrier.sync 1, 32;\n"
     "@!%p barrier.sync 2, 32;\nxor.b32 %a, %t, 32;\nshl.b32 %a, %a, 2;\nmov.u32 %r, s;\nadd.u32 %a, %a, %r;\n"
     "ld.shared.u32 %r, [%a];",
     64, 1},
    {"some lanes of each warp arrive, and others wait",
     "st.shared.u32 [%s], %t;\nand.b32 %a, %t, 16;\nsetp.eq.u32 %p, %a, 0;\n@%p barrier.arrive 1, 64;\n"
     "@!%p barrier.sync 1, 64;\n@!%p ld.shared.u32 %r, [%s-64];",
     64, 1},
    {"one lane tells its warp what another warp wrote",
     "setp.eq.u32 %p, %t, 0;\n@%p bra A;\nsetp.lt.u32 %p, %t, 32;\n@%p bra B;\nst.shared.u32 [%s], %t;\n"
     "setp.ge.u32 %p, %t, 33;\n@%p barrier.arrive 1, 32;\nbra C;\nA: barrier.sync 1, 32;\nB: bar.warp.sync -1;\n"
     "setp.ne.u32 %p, %t, 0;\n@%p ld.shared.u32 %r, [%s+128];\nC:",
     64, 1},
};

TEST(PtxSchedules, WhoMeetsIsOrdered) {
  for (const Small& ordered : kOrdered) {
    const auto kernel = decode(*read(textOf(ordered)), "");
    ASSERT_TRUE(kernel.has_value()) << ordered.name << ": " << kernel.error().first.message(ordered.name);
    const Launch launch = launchOf(ordered);
    const Outcome outcome = run(*kernel, launch);
    EXPECT_TRUE(outcome.finished && outcome.findings.empty()) << ordered.name;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
      const plain::Outcome threads =
          plain::run(*kernel, launch, {static_cast<plain::Bias>(seed % plain::kBiases), seed});
      EXPECT_EQ(threads.end, plain::End::Finished) << ordered.name << ": " << threads.what;
      EXPECT_EQ(threads.arrays[0].bytes, outcome.arrays[0].bytes) << ordered.name;
    }
  }
}

TEST(PtxSchedules, ABarrierThatNobodyWrote) {
  const auto kernel = decode(*read(textOf({"", "{\n.reg .b32 %u;\nbar.sync %u;\n}", 32, 0})), "");
  ASSERT_TRUE(kernel.has_value());
  const Outcome outcome = run(*kernel, launchOf({"", "", 32, 0}));
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, FindingKind::Uninitialised);
}

/// A seed and a bias decide everything.
TEST(PtxSchedules, AScheduleIsRepeated) {
  for (const Small& small : kSmall)
    for (unsigned bias = 0; bias < plain::kBiases; ++bias) {
      const auto kernel = decode(*read(textOf(small)), "");
      const plain::Schedule schedule{static_cast<plain::Bias>(bias), 7};
      const plain::Outcome a = plain::run(*kernel, launchOf(small), schedule);
      const plain::Outcome b = plain::run(*kernel, launchOf(small), schedule);
      EXPECT_EQ(a.arrays[0].bytes, b.arrays[0].bytes) << small.name;
      EXPECT_EQ(a.steps, b.steps) << small.name;
    }
}

} // namespace schedules_test
} // namespace warplaw::ptx::tests
