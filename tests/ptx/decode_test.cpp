// Entries decoded (PTX-2 to PTX-5, PTX-18, PTX-20 to PTX-42): rows of text, and the steps or the error that they give.
#include "ptx/machine/kernel.h"
#include "ptx/machine/run.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx {
namespace decode_test {

constexpr std::string_view kHead = R"(.version 8.5
.target sm_80
.address_size 64
.global .align 8 .u32 table[2] = {7, 9};
.global .u64 pointers[2] = {table+4, generic(cells)};
.const .b16 fixed[4] = {1, 2, 3};
.shared .align 4 .b32 cells[4];
.extern .shared .align 16 .b8 dynamic[];
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
.extern .func __assertfail(.param .b64 f);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.func (.reg .b32 out) twice(.reg .b32 in) { add.u32 out, in, in; ret; }
.func (.param .b32 out) stored(.param .b32 in) {
  .reg .b32 %r<2>;
  ld.param.b32 %r1, [in];
  st.param.b32 [out], %r1;
  ret;
}
.func again() { call again; ret; }
.visible .entry k(.param .u64 p0, .param .u32 p1, .param .align 8 .b8 p2[16]) {
  .reg .pred %p<4>;
  .reg .b16 %h<4>;
  .reg .b32 %r<6>;
  .reg .b64 %d<6>;
  .reg .f32 %f<4>;
  .reg .f64 %fd<2>;
  .reg .v2 .b32 pair;
  .local .align 8 .b8 depot[16];
  .param .b32 ci;
  .param .b32 co;
)";

boost::system::result<Kernel, DecodeError> decoded(std::string_view body) {
  const auto module = read(std::string(kHead) + std::string(body) + "\n}\n");
  if (!module)
    return DecodeError{module.error(), {}};
  return decode(*module, "k");
}

std::string textOf(const Kernel& kernel, std::uint32_t index) {
  const std::string& name = kernel.registers[index].name;
  return name.empty() ? "t" : name; // of this instruction alone
}

std::string textOf(const Kernel& kernel, const Source& source) {
  switch (source.kind) {
  case Source::Kind::Immediate:
    return fmt::format("{:#x}", source.value);
  case Source::Kind::Register:
    return (source.negated ? "!" : "") + textOf(kernel, source.index);
  case Source::Kind::SpecialRegister:
    return fmt::format("special{}", source.index);
  case Source::Kind::Nothing:
    return "";
  }
  return "";
}

constexpr std::string_view kKinds[] = {
    "scalar", "pack", "unpack", "video",   "load", "store", "atomic", "copy",  "branch", "brx",         "exit",
    "trap",   "none", "fence",  "shuffle", "vote", "match", "redux",  "elect", "active", "warpbarrier", "barrier"};

/// "add.u32 %r1 = %r2, 0x1".
std::string textOf(const Kernel& kernel, const Step& step) {
  std::string text =
      step.guard == kNoRegister ? "" : fmt::format("@{}{} ", step.guardNegated ? "!" : "", textOf(kernel, step.guard));
  text += step.form.operation ? step.form.opcode(step.modes) : std::string(kKinds[static_cast<unsigned>(step.kind)]);
  for (const std::uint32_t dst : step.dst)
    if (dst != kNoRegister)
      text += " " + textOf(kernel, dst);
  text += " =";
  for (const Source& source : step.src)
    if (source.kind != Source::Kind::Nothing)
      text += " " + textOf(kernel, source);
  if (step.offset)
    text += fmt::format(" {:+}", step.offset);
  if (step.kind == StepKind::Branch)
    text += fmt::format(" to {} meet {}", step.target, step.reconverge);
  return text;
}

/// All but the exit that ends it.
std::string stepsOf(const Kernel& kernel) {
  std::string text;
  for (std::size_t i = 0; i + 1 < kernel.steps.size(); ++i)
    text += (i ? "; " : "") + textOf(kernel, kernel.steps[i]);
  return text;
}

struct Good {
  std::string_view body, steps;
};
constexpr Good kGood[] = {
    {"mul.wide.u16 %r1, %h1, 4;", "mul.wide.u16 %r1 = %h1 0x4"},
    {"mov.u32 %r1, %tid.x; mov.u16 %h1, %tid.y;", "mov.u32 %r1 = special0; cvt.u16.u32 t = special1; mov.u16 %h1 = t"},
    {"mov.f32 %f1, 1.5; mov.b32 %r1, 0f3f800000;", "mov.f32 %f1 = 0x3fc00000; mov.b32 %r1 = 0x3f800000"},
    {"add.s32 %r1, %r2, -1;", "add.s32 %r1 = %r2 0xffffffff"},
    {"st.u8 [%d1], WARP_SZ;", "store = %d1 0x20"},
    // widths
    {"cvt.u8.u32 %h1, %r1;", "cvt.u8.u32 %h1 = %r1"},
    {"cvt.s16.s8 %h1, %h2;", "cvt.u8.u16 t = %h2; cvt.s16.s8 %h1 = t"},
    {"cvt.s8.s32 %r1, %r2;", "cvt.s8.s32 t = %r2; cvt.s32.s8 %r1 = t"},
    // predicates
    {"setp.lt.u32 %p1|%p2, %r1, %r2;", "setp.lt.u32 t = %r1 %r2; mov.pred %p1 = t; mov.pred %p2 = !t"},
    {"setp.lt.and.u32 %p1|%p2, %r1, %r2, !%p1;",
     "setp.lt.u32 t = %r1 %r2; and.pred t = t !%p1; and.pred %p2 = !t !%p1; mov.pred %p1 = t"},
    {"@%p1 setp.eq.or.u32 %p1|%p2, %r1, 0, %p3;",
     "@%p1 setp.eq.u32 t = %r1 0x0; @%p1 or.pred t = t %p3; @%p1 or.pred %p2 = !t %p3; @%p1 mov.pred %p1 = t"},
    {"set.ne.u32.s32 %r1, %r2, 0;", "setp.ne.s32 t = %r2 0x0; selp.b32 %r1 = 0xffffffff 0x0 t"},
    {"set.ne.xor.f32.s32 %f1, %r2, 0, !%p1;",
     "setp.ne.s32 t = %r2 0x0; xor.pred t = t !%p1; selp.b32 %f1 = 0x3f800000 0x0 t"},
    {"lop3.or.b32 %r1|%p1, %r1, %r2, %r3, 0x3f, %p2;",
     "lop3.b32 t = %r1 %r2 %r3 0x3f; setp.ne.b32 t = t 0x0; mov.b32 %r1 = t; or.pred %p1 = t %p2"},
    // the carry: all operands are read before the result is written
    {"add.cc.u32 %r1, %r1, %r2; addc.u32 %r3, %r3, 0;",
     "addc.u32 t = %r1 %r2 0x0; carry.add.u32 CC.CF = %r1 %r2 0x0; mov.b32 %r1 = t; addc.u32 %r3 = %r3 0x0 CC.CF"},
    {"sub.cc.s32 %r1, %r2, %r3; subc.cc.s32 %r4, %r2, %r3;",
     "subc.s32 %r1 = %r2 %r3 0x0; borrow.sub.s32 t = %r2 %r3 0x0; not.pred CC.CF = t; "
     "subc.s32 %r4 = %r2 %r3 !CC.CF; borrow.sub.s32 t = %r2 %r3 !CC.CF; not.pred CC.CF = t"},
    {"madc.hi.u32 %r1, %r2, %r3, %r4;", "madc.hi.u32 %r1 = %r2 %r3 %r4 CC.CF"},
    // vectors
    {"mov.b32 {%h1, %h2}, %r1; mov.b64 %d1, {%r1, 5};", "unpack %h1 %h2 = %r1; pack %d1 = %r1 0x5"},
    {"mov.b32 {_, %h2}, %r1;", "unpack %h2 = %r1"},
    {"mov.v2.b32 pair, {%r1, %r2}; mov.u32 %r3, pair.y;",
     "mov.b32 pair.x = %r1; mov.b32 pair.y = %r2; mov.u32 %r3 = pair.y"},
    {"mov.v2.b32 {%r1, %r2}, {%r2, %r1};", "mov.b32 t = %r2; mov.b32 %r2 = %r1; mov.b32 %r1 = t"},
    {"ld.global.v2.u32 {%r1, _}, [%d1+8];", "load %r1 = %d1 +8"},
    // memory: what of a name is in its space, and in the generic one
    {"ld.param.u64 %d1, [p0]; ld.param.u32 %r1, [p1]; ld.param.b32 %r1, [p2+4];",
     "load %d1 = 0x0; load %r1 = 0x8; load %r1 = 0x10 +4"},
    {"mov.u64 %d1, cells; ld.shared.u32 %r1, [cells+4]; mov.u32 %r2, dynamic;",
     "mov.u64 %d1 = 0x0; load %r1 = 0x0 +4; mov.u32 %r2 = 0x10"},
    {"mov.u64 %d1, table+4; ld.const.b16 %h1, [fixed];", "mov.u64 %d1 = 0x100000000004; load %h1 = 0x180000000000"},
    {"cvta.shared.u64 %d1, cells; cvta.to.local.u64 %d2, %d1; cvta.to.global.u64 %d3, %d1;",
     "add.u64 %d1 = 0x0 0x7f0000000000; sub.u64 %d2 = %d1 0x7e0000000000; mov.b64 %d3 = %d1"},
    {"isspacep.shared %p1, %d1;", "sub.u64 t = %d1 0x7f0000000000; setp.lo.u64 %p1 = t 0x1000000"},
    {"atom.global.cas.b32 %r1, [%d1], %r2, 5; red.shared.add.u32 [cells], 1; atom.exch.b64 _, [%d1], %d2;",
     "atomic = %d1 %r2 0x5; atomic = 0x0 0x1; atomic = %d1 %d2"}, // nobody reads %r1
    {"atom.global.cas.b32 %r1, [%d1], %r2, 5; mov.u32 %r2, %r1;", "atomic %r1 = %d1 %r2 0x5; mov.u32 %r2 = %r1"},
    {"membar.gl; prefetch.global.L2 [%d1]; nanosleep.u32 1;", "fence =; none =; none ="},
    // warps
    {"shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, -1;", "shuffle %r1 %p1 = %r2 0x1 0x0 0xffffffff"},
    {"vote.sync.ballot.b32 %r1, !%p1, 3; match.all.sync.b64 %r1|%p1, %d1, 3; redux.sync.min.s32 %r1, %r2, 3;",
     "vote %r1 = !%p1 0x3; match %r1 %p1 = %d1 0x3; redux %r1 = %r2 0x3"},
    {"elect.sync _|%p1, 3; activemask.b32 %r1; bar.warp.sync 3;", "elect %p1 = 0x3; active %r1 =; warpbarrier = 0x3"},
    {"bar.sync 0; barrier.cta.arrive 1, 64; bar.red.and.pred %p1, 2, 32, !%p2;",
     "barrier = 0x0; barrier = 0x1 0x40; barrier %p1 = 0x2 0x20 !%p2"},
    // branches and calls
    {"@%p1 bra L; mov.u32 %r1, 0; L:", "@%p1 branch = to 2 meet 2; mov.u32 %r1 = 0x0"},
    {"call (%r1), twice, (%r2);", "mov.b32 in = %r2; add.u32 out = in in; branch = to 3 meet 3; mov.b32 %r1 = out"},
    {"@%p1 call (%r1), twice, (3);",
     "@!%p1 branch = to 5 meet 5; mov.b32 in = 0x3; add.u32 out = in in; branch = to 4 meet 4; mov.b32 %r1 = out"},
    {"call (co), stored, (ci);", "copy = +44; load %r1 = 0x2c; store = 0x28 %r1; branch = to 4 meet 4; copy = +36"},
    {"call (co), vprintf, (%d1, %d2);", "none =; store = 0x24 0x0"},
    {"@%p1 call __assertfail, (%d1);", "@!%p1 branch = to 2 meet 3; trap ="},
    {"{ .reg .b32 %r1; mov.u32 %r1, 1; } { L: bra L; }", "mov.u32 %r1 = 0x1"},
};

TEST(Decode, InstructionsAreSteps) {
  for (const auto& [body, steps] : kGood) {
    const auto kernel = decoded(body);
    ASSERT_TRUE(kernel) << body << "\n" << kernel.error().first.what;
    EXPECT_EQ(stepsOf(*kernel), steps) << body;
  }
}

struct Bad {
  std::string_view body, rule, what;
};
constexpr Bad kBad[] = {
    {"add.u32 %r1, %r9, 1;", "PTX-3", "'%r9' is not declared"},
    {"add.u32 %r9, %r1, 1;", "PTX-3", "'%r9' is not declared as a register; accepted: %r0 to %r5"},
    {"add.u32 %x, %r1, 1;", "PTX-3", "'%x' is not declared as a register; accepted: a register that .reg declares"},
    {"mov.u32 %r1, %reserved_smem_offset_2;", "PTX-3", "'%reserved_smem_offset_2' is not declared"},
    {"mov.u32 %r1, %aggr_smem_size;", "PTX-41", "%aggr_smem_size for sm_80; accepted: sm_90 or later"},
    {"mov.f32 %f1, %reserved_smem_offset_1;", "PTX-41", "mov.f32: '%reserved_smem_offset_1' has 32 bits"},
    {"add.u32 %d1, %r1, 1;", "PTX-3", "add.u32: '%d1' is .b64, and .u32 is needed; accepted: .u32, .b32"},
    {"add.u32 %r1, %f1, 1;", "PTX-3", "add.u32: '%f1' is .f32, and .u32 is needed; accepted: .u32, .b32"},
    {"add.u32 %r1, %r2;", "PTX-3", "add.u32 has 2 operands; accepted: 3"},
    {"add.u32 3, %r1, %r2;", "PTX-3", "add.u32: the result needs a register; accepted: a register"},
    {"@%r1 mov.u32 %r1, 0;", "PTX-3", "mov.u32: '%r1' is .b32, and .pred is needed; accepted: .pred"},
    {"add.u32 %r1, %r2, 1.5;", "PTX-2", "a float constant stands where .u32 is needed"},
    {"mov.f32 %f1, 1;", "PTX-2", "an integer stands where a float is needed"},
    {"mul.u32 %r1, %r2, 3;", "PTX-5", "there is no mul.u32; accepted: mul.hi.u32, mul.lo.u32"},
    {"addd.u32 %r1, %r2, 3;", "PTX-5", "there is no addd.u32; accepted: add"},
    {"carry.add.u32 %p1, %r1, %r2, %p1;", "PTX-5", "there is no carry.add.u32"},
    {"ld.global.foo.u32 %r1, [%d1];", "PTX-5", "there is no ld.global.foo.u32; accepted: ld["},
    {"ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];", "PTX-4", "a vector of 3; accepted: 2, 4 or 8 elements"},
    {"ld.global.u32 %r1, [cells];", "PTX-4", "'cells' lies in another space"},
    {"ld.global.u32 %r1, [%f1];", "PTX-4", "'%f1' is no register for an address"},
    {"ld.global.u32 %r1, %d1;", "PTX-4", "ld.global.u32: an operand is no address"},
    {"ld.global.f32 %fd1, [%d1];", "PTX-3", "ld.global.f32: '%fd1' is .f64, and .f32 is needed"},
    {"atom.global.add.s64 %d1, [%d2], 1;", "PTX-17", "there is no atom.global.add.s64; accepted: atom.add of u32 s32"},
    {"bar.sync 16;", "BAR-4", "there is no barrier 16; accepted: 0 to 15"},
    {"bar.sync 0, 33;", "BAR-4", "a barrier of 33 threads"},
    {"call (%r1), twice, (%r1, %r2);", "PTX-18", "twice is called with 1 results and 2 arguments"},
    {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%d1];", "PTX-5", "not supported: wmma: matrices"},
    {"call again;", "PTX-5", "not supported: call of again: recursion"},
    {"call (%d1), malloc, (%d1);", "PTX-5", "not supported: malloc: the device's heap"},
    {"call (%r1), %d1, (%r1), twice;", "PTX-5", "not supported: call of a register without a list: indirect calls"},
};

TEST(Decode, ErrorsSayWhatIsWrong) {
  for (const auto& [body, rule, what] : kBad) {
    const auto kernel = decoded("\n" + std::string(body));
    ASSERT_FALSE(kernel) << body;
    const ReadError& error = kernel.error().first;
    EXPECT_EQ(error.rule, rule) << body;
    EXPECT_EQ(error.what.substr(0, what.size()), what) << body;
  }
}

TEST(Decode, UnsupportedKindsAreCountedOnce) {
  const auto kernel = decoded("\nmbarrier.init.b64 [%d1], 1;\nmbarrier.inval.b64 [%d1];\nmma.sync %r1;\nret;");
  ASSERT_FALSE(kernel);
  const std::vector<Unsupported>& all = kernel.error().unsupported;
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].what, "mbarrier: mbarrier");
  EXPECT_EQ(all[0].times, 2u);
  EXPECT_EQ(all[1].place.line, all[0].place.line + 2);
}

TEST(Decode, VariablesArePlaced) {
  const auto kernel = decoded("ret;");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->parameterBytes, 32u);
  ASSERT_EQ(kernel->parameters.size(), 3u);
  EXPECT_EQ(kernel->parameters[2].offset, 16u);
  EXPECT_EQ(kernel->paramFrameBytes, 40u);
  EXPECT_EQ(kernel->staticSharedBytes, 16u);
  EXPECT_EQ(kernel->localBytes, 16u);
  EXPECT_EQ(kernel->target, 80u);
  ASSERT_EQ(kernel->variables.size(), 4u);
  const Placed& pointers = kernel->variables[2];
  EXPECT_EQ(pointers.address, kWideSpaces.variables + 8);
  const std::vector<std::uint8_t> initial{4, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0, 0};
  EXPECT_EQ(pointers.initial, initial);
  EXPECT_TRUE(kernel->variables[3].isConstant);
  EXPECT_EQ(kernel->variables[3].initial.size(), 6u);
}

TEST(Decode, ReservedSharedMemoryIsBehindWhatIsDeclared_PTX_41) {
  constexpr std::string_view kAsks = "mov.u32 %r1, %reserved_smem_offset_begin; ", kOwn = ".shared .b32 own[3]; ";
  for (const std::string& body : {fmt::format("{}{}", kAsks, kOwn), fmt::format("{}{}", kOwn, kAsks),
                                  fmt::format("{{ {}}} {{ {}}} {}", kAsks, kOwn, kAsks)}) {
    const auto kernel = decoded(body);
    ASSERT_TRUE(kernel) << body << "\n" << kernel.error().first.what;
    EXPECT_EQ(stepsOf(*kernel).substr(0, 18), "mov.u32 %r1 = 0x20") << body; // cells have 16 bytes, own has 12
    EXPECT_EQ(kernel->staticSharedBytes, 32u + 1024) << body;
    EXPECT_EQ(std::ranges::find(kernel->variables, "own", &Placed::name)->address, 16u) << body;
  }
}

TEST(Decode, AnEntryIsChosenByName) {
  const auto module =
      read(".version 8.5\n.target sm_80\n.address_size 64\n.entry a() { ret; }\n.entry b() { exit; }\n");
  ASSERT_TRUE(module);
  EXPECT_EQ(decode(*module, "b")->name, "b");
  EXPECT_EQ(decode(*module, "").error().first.what, "the module has several entries; accepted: a, b");
  EXPECT_EQ(decode(*module, "c").error().first.what, "there is no entry 'c'; accepted: a, b");
}

TEST(Decode, TextOfAnInstructionIsCanonical) {
  const auto kernel = decoded("@!%p1 ld.global.v2.u32   {%r1,_},[%d1 + 8];");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->texts[kernel->steps[0].text], "@!%p1 ld.global.v2.u32 {%r1, _}, [%d1+8]");
}

TEST(Decode, VariablesThatNoGpuHasRoomForAreRejected_PTX_1) {
  const std::string header = ".version 8.5\n.target sm_80\n.address_size 64\n";
  for (const std::string& body : {".shared .b32 s[0x8000000];", ".shared .b32 s[0x40000000];",
                                  ".shared .b8 s[200000];\n.shared .b8 t[200000];", ".local .b32 l[0x40000001];"}) {
    const auto kernel = decode(*read(fmt::format("{}.entry k() {{\n{}\nret;\n}}\n", header, body)), "");
    ASSERT_TRUE(kernel.has_error()) << body;
    EXPECT_EQ(kernel.error().first.rule, "PTX-1") << body;
  }
  const auto kernel = decode(*read(header + ".entry k() { .shared .b8 s[200000]; ret; }\n"), "");
  ASSERT_TRUE(kernel.has_value());
  Launch launch;
  launch.dynamicSharedBytes = 20000;
  EXPECT_EQ(faultOf(*kernel, launch), "");
  launch.dynamicSharedBytes = 0xffffffff;
  EXPECT_EQ(faultOf(*kernel, launch), "4295167295 bytes of shared memory; accepted: at most 232448");
}

} // namespace decode_test
} // namespace warplaw::ptx
