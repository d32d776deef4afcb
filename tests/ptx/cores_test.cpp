// CTAs on several cores leave what they leave one after another: memory, findings, counters.
#include "ptx/machine/run.h"
#include "ptx/text/read.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace cores_test {

struct Blocks {
  std::string name, body;
};

/// Each has its thread's number in the grid in %i, in the block in %t, &in[%i] in %a, &out[%i] in %o, out in %out.
const std::vector<Blocks> kBlocks = {
    {"apart", "ld.global.u32 %v, [%a];\nadd.u32 %v, %v, %t;\nst.global.u32 [%o], %v;"},
    {"bytes_apart", "ld.global.u8 %v, [%a];\nst.global.u8 [%o], %v;"},
    {"all_read_one", "ld.global.u32 %v, [%in];\nadd.u32 %v, %v, %i;\nst.global.u32 [%o], %v;"},
    {"a_sum", "ld.global.u32 %v, [%a];\nred.global.add.u32 [%out], %v;"},
    {"sums_of_lanes", "cvt.u64.u32 %w, %t;\nshl.b64 %w, %w, 2;\nadd.s64 %o, %out, %w;\nred.global.add.u32 [%o], %i;"},
    {"a_wide_sum", "cvt.u64.u32 %w, %i;\nred.global.add.u64 [%out+8], %w;"},
    {"the_least", "ld.global.u32 %v, [%a];\nred.global.min.u32 [%out], %v;"},
    {"the_least_signed", "ld.global.u32 %v, [%a];\nred.global.min.s32 [%out], %v;"},
    {"all_bits", "ld.global.u32 %v, [%a];\nred.global.xor.b32 [%out], %v;"},
    {"up_to_a_limit", "red.global.inc.u32 [%out], 1000;"},
    {"two_operations", "and.b32 %v, %i, 64;\nsetp.eq.u32 %p, %v, 0;\n@%p red.global.add.u32 [%out], 3;\n"
                       "@!%p red.global.xor.b32 [%out], 5;"},
    {"a_store_and_a_sum", "setp.eq.u32 %p, %i, 0;\n@%p st.global.u32 [%out], 7;\nbar.sync 0;\n"
                          "red.global.add.u32 [%out], 1;"},
    {"a_sum_that_one_reads", "red.global.add.u32 [%out], 1;\nbar.sync 0;\nsetp.eq.u32 %p, %i, 100;\n"
                             "@%p ld.global.u32 %v, [%out];\n@%p st.global.u32 [%out+64], %v;"},
    {"tickets", "atom.global.add.u32 %v, [%out], 1;\nst.global.u32 [%o+8], %v;"},
    {"all_write_one", "st.global.u32 [%out], %i;"},
    {"a_neighbour", "st.global.u32 [%o], %i;\nbar.sync 0;\nld.global.u32 %v, [%o+4];\nst.global.u32 [%o+1024], %v;"},
    {"past_the_end", "setp.gt.u32 %p, %i, 100;\n@%p ld.global.u32 %v, [%a+65536];\nst.global.u32 [%o], %i;"},
    {"nothing_written", "add.u32 %t, %v, %i;\nst.global.u32 [%o], %t;"},
    {"a_trap", "setp.eq.u32 %p, %i, 77;\n@%p trap;\nst.global.u32 [%o], %i;"},
    {"by_time", "mov.u32 %v, %clock;\nst.global.u32 [%o], %v;"},
};

std::string textOf(const Blocks& blocks) {
  return ".version 8.5\n.target sm_80\n.address_size 64\n"
         ".entry k(.param .u64 p, .param .u64 q) {\n.reg .b32 %v, %t, %b, %i;\n.reg .b64 %in, %out, %a, %o, %w;\n"
         ".reg .pred %p;\nld.param.u64 %in, [p];\nld.param.u64 %out, [q];\nmov.u32 %t, %tid.x;\nmov.u32 %b, "
         "%ctaid.x;\nmad.lo.u32 %i, %b, 64, %t;\nmul.wide.u32 %w, %i, 4;\nadd.s64 %a, %in, %w;\nadd.s64 %o, %out, "
         "%w;\n" +
         blocks.body + "\nret;\n}\n";
}

Launch launchOn(unsigned cores) {
  Launch launch;
  launch.grid = {16, 1, 1};
  launch.block = {64, 1, 1};
  launch.cores = cores;
  launch.arguments = {{{}, 0}, {{}, 1}};
  for (const char* const name : {"in", "out"})
    launch.arrays.push_back({name, std::vector<std::uint8_t>(8192, 0), {}, 4, false});
  for (std::size_t i = 0; i < 8192; ++i)
    for (Array& array : launch.arrays)
      array.bytes[i] = static_cast<std::uint8_t>(i * 167 + i / 256);
  return launch;
}

std::string shown(const Finding& one) {
  std::string text(nameOf(one.kind));
  for (const std::uint64_t number :
       {std::uint64_t{one.place.line}, std::uint64_t{one.block[0]}, std::uint64_t{one.warp}, std::uint64_t{one.lanes},
        one.times, std::uint64_t{one.other.line}})
    text += " " + std::to_string(number);
  return text + " " + one.what;
}

class Cores : public testing::TestWithParam<Blocks> {};

TEST_P(Cores, LeaveWhatOneLeaves) {
  const auto module = read(textOf(GetParam()));
  ASSERT_TRUE(module) << module.error().what;
  const auto kernel = decode(*module, "");
  ASSERT_TRUE(kernel) << kernel.error().first.what;
  const Outcome alone = run(*kernel, launchOn(1));
  for (const unsigned cores : {2u, 3u, 16u}) {
    const Outcome together = run(*kernel, launchOn(cores));
    EXPECT_EQ(together.finished, alone.finished);
    EXPECT_EQ(together.counters.warpInstructions, alone.counters.warpInstructions);
    EXPECT_EQ(together.counters.threadInstructions, alone.counters.threadInstructions);
    EXPECT_EQ(together.counters.globalSegments, alone.counters.globalSegments);
    ASSERT_EQ(together.findings.size(), alone.findings.size());
    for (std::size_t i = 0; i < alone.findings.size(); ++i)
      EXPECT_EQ(shown(together.findings[i]), shown(alone.findings[i]));
    for (std::size_t i = 0; i < alone.arrays.size(); ++i) {
      EXPECT_EQ(together.arrays[i].bytes, alone.arrays[i].bytes);
      EXPECT_EQ(together.arrays[i].isDefined, alone.arrays[i].isDefined);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Kernels, Cores, testing::ValuesIn(kBlocks), [](const auto& info) { return info.param.name; });

} // namespace cores_test
} // namespace warplaw::ptx::tests
