// Modules with `.address_size 32` (PTX-1, PTX-4): pointers have 32 bits, and kernels leave what they leave with 64.
#include "fuzz/kernels/compare.h"
#include "plain/machine.h"
#include "ptx/machine/run.h"
#include "whole.h"
#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace warplaw::ptx::tests {
namespace short_addresses_test {

const std::string kShortHeader = ".version 8.5\n.target sm_80\n.address_size 32\n";

/// What is found where. How often differs: an address that is cut to 32 bits is a step more.
std::set<std::pair<FindingKind, std::uint32_t>> foundIn(const Outcome& outcome) {
  std::set<std::pair<FindingKind, std::uint32_t>> found;
  for (const Finding& one : outcome.findings)
    found.emplace(one.kind, one.place.line);
  return found;
}

TEST(PtxShortAddresses, KernelsLeaveTheSameMemory) {
  constexpr std::uint64_t kKernels = 300;
  for (std::uint64_t seed = 0; seed < kKernels; ++seed) {
    const fuzz::GeneratedKernel wide = fuzz::generateKernel(fuzz::kernelRecord(seed)),
                                narrow = fuzz::withShortAddresses(wide);
    ASSERT_NE(narrow.text, wide.text);
    const Outcome one = run(*decode(*read(wide.text), ""), wide.launch),
                  other = run(*decode(*read(narrow.text), ""), narrow.launch);
    ASSERT_EQ(foundIn(one), foundIn(other)) << narrow.text;
    for (std::size_t i = 0; i < one.arrays.size(); ++i)
      ASSERT_EQ(one.arrays[i].bytes, other.arrays[i].bytes) << narrow.text;
    const fuzz::Compared compared = fuzz::compareMachines(narrow, 1, seed);
    ASSERT_EQ(compared.difference, "") << "record of seed " << seed;
  }
}

/// Every way to an address: a parameter, variables, what points to them, windows, functions, a wider register.
const std::string kWays = kShortHeader + R"(.func (.reg .b32 o) twice(.reg .b32 i) { add.u32 o, i, i; ret; }
.global .u32 seven = 7;
.const .u32 eight = 8;
.global .u32 pointers[4] = {seven, generic(eight), twice, 0};
.visible .entry k(.param .u32 .ptr .global .align 4 out, .param .u32 number) {
  .reg .pred %p, %q;
  .reg .b32 %out, %a, %b, %r, %t;
  .reg .b64 %w;
  .shared .align 4 .b32 s[32];
  .local .align 4 .b32 l[2];
  .param .align 4 .b32 handed;
  ld.param.u32 %out, [out];
  cvta.to.global.u32 %out, %out;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %out, %t, 32, %out;
  mov.u32 %a, pointers;
  ld.global.u32 %b, [%a];
  ld.u32 %r, [%b];
  st.global.u32 [%out], %r;
  ld.global.u32 %b, [%a+4];
  ld.u32 %r, [%b];
  st.global.u32 [%out+4], %r;
  ld.global.u32 %b, [%a+8];
  list: .callprototype (.reg .b32 _) _ (.reg .b32 _);
  call (%r), %b, (%t), list;
  st.global.u32 [%out+8], %r;
  mov.u32 %a, s;
  mad.lo.u32 %a, %t, 4, %a;
  st.shared.u32 [%a], %t;
  cvta.shared.u32 %b, %a;
  isspacep.shared %p, %b;
  isspacep.global %q, %b;
  ld.u32 %r, [%b];
  add.u32 %r, %r, 100;
  @%q mov.u32 %r, 0;
  selp.u32 %r, %r, 1, %p;
  st.global.u32 [%out+12], %r;
  cvta.to.shared.u32 %b, %b;
  sub.u32 %r, %b, %a;
  st.global.u32 [%out+16], %r;
  mov.u32 %a, l;
  st.local.u32 [%a+4], %t;
  cvta.local.u32 %b, %a;
  ld.u32 %r, [%b+4];
  st.global.u32 [%out+20], %r;
  cvt.u64.u32 %w, %out;
  or.b64 %w, %w, 0x500000000;
  ld.param.u32 %r, [number];
  st.global.u32 [%w+24], %r;
  isspacep.global %q, %out;
  selp.u32 %r, 1, 0, %q;
  st.u32 [%out+28], %r;
  ret;
}
)";

Launch launchOf() {
  Launch launch;
  launch.arrays.resize(1);
  launch.arrays[0].name = "out";
  launch.arrays[0].bytes.resize(32 * 32);
  launch.arrays[0].elementBytes = 4;
  launch.arguments.push_back({std::vector<std::uint8_t>(4), 0});
  launch.arguments.push_back({{0x2c, 1, 0, 0}, -1});
  return launch;
}

TEST(PtxShortAddresses, EveryWayLeadsThere) {
  const auto kernel = decode(*read(kWays), "");
  ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message("module");
  const Outcome warps = run(*kernel, launchOf());
  ASSERT_TRUE(warps.findings.empty()) << warps.findings[0].what << " at " << warps.findings[0].place.line;
  const plain::Outcome threads = plain::run(*kernel, launchOf(), {});
  EXPECT_EQ(threads.end, plain::End::Finished) << threads.what;
  EXPECT_EQ(threads.arrays[0].bytes, warps.arrays[0].bytes);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::array<std::uint32_t, 8> got{};
    std::memcpy(got.data(), warps.arrays[0].bytes.data() + 32 * lane, sizeof got);
    EXPECT_EQ(got, (std::array<std::uint32_t, 8>{7, 8, 2 * lane, 100 + lane, 0, lane, 300, 1})) << lane;
  }
}

/// What lies outside is said as with 64 bits.
TEST(PtxShortAddresses, OutsideIsOutside) {
  const auto kernel = decode(*read(kShortHeader + ".entry k(.param .u32 out, .param .u32 n) {\n.reg .b32 %a, %n;\n"
                                                  "ld.param.u32 %a, [out];\nld.param.u32 %n, [n];\n"
                                                  "add.u32 %a, %a, %n;\nst.global.u32 [%a+1024], %n;\nret;\n}\n"),
                             "");
  ASSERT_TRUE(kernel.has_value());
  const Outcome outcome = run(*kernel, launchOf());
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, FindingKind::OutOfBounds);
  EXPECT_EQ(outcome.findings[0].what, "lane 0 writes 4 bytes at out + 1324, which has 1024 bytes");
}

/// An address of the other size is no generic one; and four gigabytes are not much.
TEST(PtxShortAddresses, WhatDoesNotFitIsRejected) {
  for (const auto& [header, instruction, what] :
       {std::tuple{kShortHeader, "cvta.shared.u64 %a, %a;", "cvta.u64: addresses of 64 bits"},
        std::tuple{kHeader, "cvta.shared.u32 %b, %b;", "cvta.u32: addresses of 32 bits"}}) {
    const auto kernel =
        decode(*read(header + ".entry k() {\n.reg .b64 %a;\n.reg .b32 %b;\n" + instruction + "\n}\n"), "");
    ASSERT_TRUE(kernel.has_error()) << instruction;
    ASSERT_EQ(kernel.error().unsupported.size(), 1u) << instruction;
    EXPECT_EQ(kernel.error().unsupported[0].what, what);
  }
  const auto large = decode(*read(kShortHeader + ".global .b8 a[134217729];\n.entry k() { ret; }\n"), "");
  ASSERT_TRUE(large.has_error());
  EXPECT_EQ(large.error().first.rule, "PTX-1") << large.error().first.what;
  const auto kernel = decode(*read(kWays), "");
  ASSERT_TRUE(kernel.has_value());
  EXPECT_EQ(faultOf(*kernel, launchOf()), "");
  Kernel small = *kernel;
  small.spaces.functions = small.spaces.arrays + 1024;
  EXPECT_EQ(faultOf(small, launchOf()), "arrays that addresses of 32 bits do not reach");
}

/// In spaces of 32 bits a register of 32 bits and what is added to it make a sum of 32 bits, as nvcc makes use of; in
/// others the register is extended first.
TEST(PtxShortAddresses, SumsWrap) {
  const std::string text = R"(.version 8.5
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .u32 number) {
  .reg .b32 %a, %t, %r;
  .reg .b64 %out, %w;
  .shared .align 4 .b32 s[32];
  .local .align 4 .b32 l[2];
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %a, s;
  mad.lo.u32 %a, %t, 4, %a;
  sub.u32 %a, %a, 4096;
  st.shared.u32 [%a+4096], %t;
  bar.sync 0;
  xor.b32 %a, %a, 4;
  ld.shared.u32 %r, [%a+4096];
  mov.u32 %a, l;
  sub.u32 %a, %a, 8;
  st.local.u32 [%a+12], %r;
  ld.local.u32 %r, [l+4];
  mul.wide.u32 %w, %t, 4;
  add.u64 %w, %out, %w;
  st.global.u32 [%w], %r;
  ret;
}
)";
  const auto kernel = decode(*read(text), "");
  ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message("module");
  Launch launch = launchOf();
  launch.arguments[0] = {std::vector<std::uint8_t>(8), 0};
  const Outcome warps = run(*kernel, launch);
  ASSERT_TRUE(warps.findings.empty()) << warps.findings[0].what;
  std::vector<std::uint32_t> words(32);
  std::memcpy(words.data(), warps.arrays[0].bytes.data(), 4 * words.size());
  for (std::uint32_t thread = 0; thread < 32; ++thread)
    EXPECT_EQ(words[thread], thread ^ 1u);
  const plain::Outcome threads = plain::run(*kernel, launch, {});
  EXPECT_EQ(threads.end, plain::End::Finished) << threads.what;
  EXPECT_EQ(threads.arrays[0].bytes, warps.arrays[0].bytes);
}

} // namespace short_addresses_test
} // namespace warplaw::ptx::tests
