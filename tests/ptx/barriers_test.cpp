// Barriers that some lanes of a warp reach (PTX-13): since sm_70 each thread comes by itself, before a warp comes as a
// whole. The machine of warps and that of threads end alike.
#include "plain/machine.h"
#include "ptx/flow/flow.h"
#include "ptx/machine/run.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace barriers_test {

struct Row {
  const char* name;
  std::string body; ///< %t: the thread's number; %p: is it below 16?
  unsigned threads;
  unsigned target;
  std::optional<FindingKind> finding; ///< nothing: none
  plain::End end;                     ///< of threads, which know no alignment
  bool leavesAtOnce = false;          ///< is that the choice for who only has to exit?
};

const std::string kTwoSides = "@%p bra A;\n{0} 0;\nbra B;\nA: {0} 0;\nB:";
std::string twoSides(const char* barrier) { return fmt::format(fmt::runtime(kTwoSides), barrier); }

const std::string kReturns = "@%p bra D;\nbar.sync 0;\nD:";
const std::string kJumpsOver = "@!%p bra A;\nret;\nA: bar.sync 0;";
const std::string kMore = "@%p bra D;\nbar.sync 0;\nD: mov.u32 %t, 1;";

const std::vector<Row> kRows = {
    {"at two places, each thread", twoSides("barrier.sync"), 32, 70, {}, plain::End::Finished},
    {"at two places, aligned", twoSides("bar.sync"), 32, 70, FindingKind::DivergentBarrier, plain::End::Finished},
    {"at two places, before", twoSides("barrier.sync"), 32, 60, FindingKind::DivergentBarrier, plain::End::Finished},
    {"some go by", "@%p barrier.sync 0;", 64, 70, {}, plain::End::Finished},
    {"some go by, before", "@%p barrier.sync 0;", 64, 60, FindingKind::DivergentBarrier, plain::End::Finished},
    {"some have left", "@%p exit;\nbar.sync 0;", 32, 70, {}, plain::End::Finished},
    {"some have left, before", "@%p exit;\nbar.sync 0;", 32, 60, {}, plain::End::Finished},
    {"a short warp is counted", "bar.sync 1, 64;", 48, 60, {}, plain::End::Finished},
    {"each thread is counted", "bar.sync 1, 64;", 48, 70, FindingKind::Deadlock, plain::End::Deadlock},
    {"who left is counted", "@%p exit;\nbar.sync 1, 64;", 64, 60, {}, plain::End::Finished},
    {"who left is not", "@%p exit;\nbar.sync 1, 64;", 64, 70, FindingKind::Deadlock, plain::End::Deadlock},
    {"two barriers", "@%p bra A;\nbarrier.sync 0;\nbra B;\nA: barrier.sync 1;\nB:", 32, 70, FindingKind::Deadlock,
     plain::End::Deadlock},
    {"some only have to exit", kReturns, 32, 70, FindingKind::DivergentBarrier, plain::End::Finished},
    {"they have left", kReturns, 32, 70, {}, plain::End::Finished, true},
    {"they have left, and others come from other warps", kReturns, 96, 70, {}, plain::End::Finished, true},
    {"those who return stand first in the text", kJumpsOver, 32, 70, {}, plain::End::Finished},
    {"they have left, too", kJumpsOver, 32, 70, {}, plain::End::Finished, true},
    {"some have more to do", kMore, 32, 70, FindingKind::DivergentBarrier, plain::End::Finished, true},
    {"at two places, and both have more to do", twoSides("bar.sync"), 32, 70, FindingKind::DivergentBarrier,
     plain::End::Finished, true},
    // the others go on in front of those who wait
    {"some wait, and others part",
     "@%p bra A;\nbar.warp.sync 0xffff0001;\nbra B;\nA: setp.ne.u32 %p, %t, 0;\n@%p bra B;\nbar.warp.sync "
     "0xffff0001;\nB:",
     32,
     70,
     {},
     plain::End::Finished},
    {"some wait, and others come to where ways meet",
     "@!%p bra A;\nsetp.lt.u32 %p, %t, 8;\n@!%p bra C;\nsetp.ne.u32 %p, %t, 0;\n@%p bra D;\nbar.warp.sync "
     "0xffff0001;\nD: bra B;\nC: mov.u32 %t, 1;\nbra B;\nA: bar.warp.sync 0xffff0001;\nB:",
     32,
     70,
     {},
     plain::End::Finished},
    {"who left is not counted", "@%p bra D;\nbar.sync 1, 64;\nD:", 64, 70, FindingKind::Deadlock, plain::End::Deadlock,
     true},
};

std::string textOf(const Row& row) {
  return fmt::format(".version 8.5\n.target sm_{}\n.address_size 64\n.entry k() {{\n"
                     ".reg .b32 %t;\n.reg .pred %p;\nmov.u32 %t, %tid.x;\n"
                     "setp.lt.u32 %p, %t, 16;\n{}\nret;\n}}\n",
                     row.target, row.body);
}

/// Who reads the finding learns what the others do, by which texts it is right or wrong, and what to type.
TEST(PtxBarriers, WhoOnlyHasToExitIsNamed_PTX_13) {
  const auto saidOf = [](const std::string& body, unsigned target) {
    const auto module = read(textOf({"", body, 32, target, {}, {}}));
    const auto kernel = decode(*module, "");
    Launch launch;
    launch.mostSteps = 1000;
    const Outcome outcome = run(*kernel, launch);
    return outcome.findings.empty() ? "" : outcome.findings[0].what;
  };
  EXPECT_EQ(saidOf(kReturns, 70),
            "16 of the 32 threads of the warp come to it together; the other 16 only have to exit: "
            "PTX forbids it (PTX-13), the CUDA guide allows it since sm_70: --choice "
            "returning=left takes it so");
  // in a loop it stays what it is, so that nobody is told to type it
  EXPECT_TRUE(saidOf("A: @%p bra D;\nbar.sync 0;\nbra A;\nD:", 70).ends_with("the CUDA guide allows it since sm_70"));
  EXPECT_TRUE(saidOf("A: @%p bra D;\nbar.sync 0;\n@%p bra A;\nbra D;\nD:", 70).ends_with("allows it since sm_70"));
  EXPECT_TRUE(saidOf(kMore, 70).ends_with("; all must"));
  EXPECT_TRUE(saidOf(kReturns, 60).ends_with("; all must"));
}

TEST(PtxBarriers, SomeLanesOfAWarp_PTX_13) {
  for (const Row& row : kRows) {
    const auto module = read(textOf(row));
    ASSERT_TRUE(module.has_value()) << row.name;
    auto kernel = decode(*module, "");
    ASSERT_TRUE(kernel.has_value()) << row.name;
    if (row.leavesAtOnce)
      leaveAtOnce(*kernel);
    Launch launch;
    launch.block = {row.threads, 1, 1};
    const Outcome outcome = run(*kernel, launch);
    if (row.finding)
      EXPECT_EQ(std::ranges::count(outcome.findings, *row.finding, &Finding::kind) > 0, true) << row.name;
    else
      EXPECT_TRUE(outcome.findings.empty()) << row.name << ": " << outcome.findings[0].what;
    for (unsigned bias = 0; bias < plain::kBiases; ++bias)
      EXPECT_EQ(plain::run(*kernel, launch, {static_cast<plain::Bias>(bias), 1}).end, row.end) << row.name;
  }
}

} // namespace barriers_test
} // namespace warplaw::ptx::tests
