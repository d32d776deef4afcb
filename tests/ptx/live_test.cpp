// Registers that a thread may read before it writes them: no block sees there what an earlier one left.
#include "ptx/machine/live.h"
#include "ptx/machine/run.h"
#include "ptx/text/read.h"
#include <gtest/gtest.h>
#include <set>

namespace warplaw::ptx::tests {
namespace live_test {

std::string textOf(const std::string& body) {
  return ".version 8.5\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) {\n.reg .b32 %a, %b, %t;\n"
         ".reg .b64 %out;\n.reg .pred %p;\nld.param.u64 %out, [out];\nmov.u32 %t, %ctaid.x;\n"
         "setp.eq.u32 %p, %t, 0;\n" +
         body + "\nst.global.u32 [%out], %b;\nret;\n}\n";
}

const struct {
  const char* body;
  std::set<std::string> read;
} kBodies[] = {
    {"mov.u32 %a, 1;\nadd.u32 %b, %a, 1;", {}},
    {"add.u32 %b, %a, 1;\nmov.u32 %a, 1;", {"%a"}},
    {"@%p mov.u32 %a, 1;\nadd.u32 %b, %a, 1;", {"%a"}},
    {"@%p bra A;\nmov.u32 %a, 1;\nA: add.u32 %b, %a, 1;", {"%a"}},
    {"@%p bra A;\nmov.u32 %a, 1;\nbra B;\nA: mov.u32 %a, 2;\nB: add.u32 %b, %a, 1;", {}},
    {"mov.u32 %b, 0;\nA: add.u32 %b, %b, %a;\nmov.u32 %a, 1;\n@%p bra A;", {"%a"}},
    {"T: .branchtargets A, B;\nmov.u32 %b, 0;\nbrx.idx %t, T;\nA: mov.u32 %b, %a;\nB:", {"%a"}},
    {"mov.u32 %b, 0;\n@%p ret;\nmov.u32 %b, %a;", {"%a"}},
    {"mov.u32 %b, 0;\nret;\nmov.u32 %b, %a;", {}},
};

TEST(PtxLive, RegistersReadFirst) {
  for (const auto& [body, read] : kBodies) {
    const auto module = ptx::read(textOf(body));
    ASSERT_TRUE(module.has_value()) << body;
    const auto kernel = decode(*module, "");
    ASSERT_TRUE(kernel.has_value()) << body << ": " << kernel.error().first.message("k");
    std::set<std::string> names;
    for (const std::uint32_t one : registersReadFirst(*kernel))
      names.insert(kernel->registers[one].name);
    EXPECT_EQ(names, read) << body;
  }
}

TEST(PtxLive, ALaterBlockHasNothingOfAnEarlierOne_PTX_16) {
  const auto kernel = decode(*ptx::read(textOf("@%p mov.u32 %a, 7;\nadd.u32 %b, %a, 1;")), "");
  Launch launch;
  launch.grid = {3, 1, 1};
  launch.block = {1, 1, 1};
  launch.arrays.resize(1);
  launch.arrays[0].bytes.resize(4);
  launch.arguments.push_back({{}, 0});
  launch.cores = 1;
  const Outcome outcome = run(*kernel, launch);
  std::uint64_t times = 0;
  for (const Finding& one : outcome.findings)
    times += one.kind == FindingKind::Uninitialised ? one.times : 0;
  EXPECT_EQ(times, 2u);
}

} // namespace live_test
} // namespace warplaw::ptx::tests
