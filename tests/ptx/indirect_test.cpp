// Calls through registers (PTX-5, PTX-18): each lane goes to the function whose address it has, in both machines.
#include "plain/machine.h"
#include "ptx/machine/run.h"
#include "whole.h"
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace indirect_test {

const std::string kFunctions = R"(.func (.reg .b32 out) twice(.reg .b32 in) { add.u32 out, in, in; ret; }
.func (.reg .b32 out) square(.reg .b32 in) { mul.lo.u32 out, in, in; ret; }
.func (.reg .b64 out) other(.reg .b64 in) { mov.b64 out, in; ret; }
.global .u64 table[4] = {twice, square, other, 0};
)";

/// %f: the address that lane t of table[t & 1], or of `index`, has.
std::string kernelOf(std::string_view index, std::string_view list) {
  return kHeader + kFunctions +
         ".entry k(.param .u64 out) {\n.reg .pred %p;\n.reg .b32 %t, %i, %r;\n.reg .b64 %out, %f;\n" +
         fmt::format("mov.u32 %t, %tid.x;\n{};\nmul.wide.u32 %f, %i, 8;\nmov.u64 %out, table;\nadd.u64 %f, %f, %out;\n"
                     "ld.global.u64 %f, [%f];\n{}\nld.param.u64 %out, [out];\nmul.wide.u32 %f, %t, 4;\n"
                     "add.u64 %out, %out, %f;\nst.global.u32 [%out], %r;\nret;\n}}\n",
                     index, list);
}

Launch launchOf() {
  Launch launch;
  launch.arrays.resize(1);
  launch.arrays[0].bytes.resize(128);
  launch.arrays[0].elementBytes = 4;
  launch.arguments.push_back({{}, 0});
  return launch;
}

const std::string kLists[] = {
    "list: .calltargets twice, square;\ncall (%r), %f, (%t), list;",
    "shape: .callprototype (.reg .b32 _) _ (.reg .b32 _);\ncall (%r), %f, (%t), shape;",
    "mov.u32 %r, 77;\nsetp.lt.u32 %p, %t, 32;\nshape: .callprototype (.reg .b32 _) _ (.reg .b32 _);\n"
    "@%p call (%r), %f, (%t), shape;",
};

TEST(PtxIndirect, EachLaneGoesToItsFunction) {
  for (const std::string& list : kLists) {
    const auto kernel = decode(*read(kernelOf("and.b32 %i, %t, 1", list)), "");
    ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message(list);
    const Outcome warps = run(*kernel, launchOf());
    EXPECT_TRUE(warps.findings.empty()) << list << warps.findings[0].what;
    const plain::Outcome threads = plain::run(*kernel, launchOf(), {});
    EXPECT_EQ(threads.end, plain::End::Finished) << threads.what;
    EXPECT_EQ(threads.arrays[0].bytes, warps.arrays[0].bytes) << list;
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(warps.arrays[0].bytes[4 * lane], (lane & 1 ? lane * lane : lane + lane) & 0xff) << list << lane;
  }
}

/// A function that is not in the list, or has another shape; no function at all.
TEST(PtxIndirect, AnyOtherAddressEndsTheLaunch) {
  for (const char* index : {"mov.u32 %i, 2", "mov.u32 %i, 3"})
    for (const std::string& list : kLists) {
      const auto kernel = decode(*read(kernelOf(index, list)), "");
      ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message(list);
      const Outcome warps = run(*kernel, launchOf());
      ASSERT_FALSE(warps.findings.empty()) << list;
      EXPECT_EQ(warps.findings[0].kind, FindingKind::Trap) << warps.findings[0].what;
      EXPECT_EQ(plain::run(*kernel, launchOf(), {}).end, plain::End::Trap);
    }
}

TEST(PtxIndirect, AListOfNoFunctionIsRejected) {
  const auto kernel =
      decode(*read(kernelOf("mov.u32 %i, 0", "list: .calltargets twice, table;\ncall (%r), %f, (%t), list;")), "");
  ASSERT_FALSE(kernel.has_value());
  EXPECT_EQ(kernel.error().first.what, "there is no function 'table'; accepted: a function of the module");
}

} // namespace indirect_test
} // namespace warplaw::ptx::tests
