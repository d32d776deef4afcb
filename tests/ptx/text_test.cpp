// What is read, as it is printed: rows of text.
#include "ptx/text/read.h"
#include "whole.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx {
namespace text_test {

struct Row {
  const char* about;
  std::string text;
  std::string printed = {}; ///< empty: the same
};

/// Printed, and that this reads as the same.
std::string printedAgain(const std::string& text) {
  const Read<Module> module = read(text);
  if (!module)
    return module.error().message("text");
  std::string printed = print(*module);
  const Read<Module> again = read(printed);
  EXPECT_TRUE(again) << again.error().message("printed") << "\n" << printed;
  if (again)
    EXPECT_EQ(print(*again), printed);
  return printed;
}

const Row kModules[] = {
    {"variables", R"(.global .u32 a;
.const .align 8 .b16 c[4] = {10, 20, 30, 40};
.visible .global .align 4 .f32 f = 0f3f800000;
.weak .global .u64 w;
.common .global .u64 m;
.extern .shared .align 16 .b8 s[];)",
     ""},
    {"lists", ".global .u32 a, b[2], c = 4;",
     R"(.global .u32 a;
.global .u32 b[2];
.global .u32 c = 4;)"},
    {"attributes", R"(.global .attribute(.managed) .u32 a;
.global .attribute(.unified(1, 0x10)) .u32 b;)",
     R"(.global .attribute(.managed) .u32 a;
.global .attribute(.unified(1U, 16U)) .u32 b;)"},
    {"the order of a shape", ".global .u32 .align 8 a;", ".global .align 8 .u32 a;"},
    {"rows", R"(.global .u32 a[2][3] = {{1}, {2, 3}};
.global .u32 b[2][2] = {{}, {1}};)",
     R"(.global .u32 a[2][3] = {{1, 0, 0}, {2, 3}};
.global .u32 b[2][2] = {{0, 0}, {1}};)"},
    {"as many as are there", R"(.global .u32 a[] = {1, 2, 3};
.global .u32 b[][2] = {{1, 2}, {3}};)",
     R"(.global .u32 a[3] = {1, 2, 3};
.global .u32 b[2][2] = {{1, 2}, {3}};)"},
    {"vectors with values", R"(.global .v2 .f32 a = {1.0, 2.0};
.global .v2 .u32 b[2] = {{1, 2}, {3, 4}};)",
     R"(.global .v2 .f32 a = {0d3ff0000000000000, 0d4000000000000000};
.global .v2 .u32 b[2] = {{1, 2}, {3, 4}};)"},
    {"nothing given", ".global .u32 a[2] = {};", ""},
    {"addresses as values", R"(.global .u32 q;
.global .u64 a[4] = {q, q+4, generic(q), generic(q)+-4};)",
     ""},
    {"bytes of addresses",
     ".global .u8 a[4] = {0xFF(q), 0xff00(generic(q)), 0xff000000000000(q+4), 0xff00000000000000(generic(q)+8)};",
     ".global .u8 a[4] = {0xff(q), 0xff00(generic(q)), 0xff000000000000(q+4), 0xff00000000000000(generic(q)+8)};"},
    {"textures", R"(.global .texref t;
.global .surfref s;)",
     ""},
    {"extern, then defined", R"(.extern .global .u32 a;
.global .u32 a;)",
     ""},
    {"parameters",
     R"(.visible .entry k(.param .u64 .ptr .global .align 4 a, .param .align 8 .b8 b[24], .param .u64 .ptr c)
{
})",
     ""},
    {"results", R"(.func (.param .b32 r) f(.param .b32 a)
{
	ret;
}
.visible .func (.reg .u32 %r, .reg .u32 %s) g()
{
	ret;
})",
     ""},
    {"no parentheses", ".entry k { ret; }",
     R"(.entry k()
{
	ret;
})"},
    {"declared only", R"(.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.func f();
.func f();
.func f()
{
	ret;
}
.func f();)",
     ""},
    {"declared only, as before PTX 3.0", R"(.visible .func (.param .b32 r) f(.param .b32 a)
.func g()
.file 1 "a.cu"
.func g() { ret; }
.func h())",
     R"(.file 1 "a.cu"
.visible .func (.param .b32 r) f(.param .b32 a);
.func g();
.func g()
{
	ret;
}
.func h();)"},
    {"of threads, outside of functions", R"(.reg .b32 %r<3>;
.local .align 8 .b8 l[8];)",
     ""},
    {"textures, as before PTX 1.5", ".tex .u32 t, u[4];",
     R"(.global .texref t;
.global .texref u[4];)"},
    {"never returns", R"(.extern .func f(.param .b64 a)
.noreturn;)",
     ""},
    {"properties", R"(.entry k()
.maxntid 256, 1, 1
.reqntid 32
.minnctapersm 2
.maxnreg 40
.reqnctapercluster 2, 1
.explicitcluster
.blocksareclusters
.maxclusterrank 8
.pragma "nounroll";
{
}
.func g()
.abi_preserve 5;)",
     ""},
    {"unified function", ".func .attribute(.unified(1, 2)) f() { ret; }",
     R"(.func .attribute(.unified(1U, 2U)) f()
{
	ret;
})"},
    {"alias", R"(.visible .func f();
.func g()
{
	ret;
}
.alias f, g;)",
     ""},
    {"files", R"(.entry k()
{
	ret;
}
.file 1 "a \b.cu", 12, 34
.pragma "x";)",
     R"(.file 1 "a \b.cu"
.pragma "x";
.entry k()
{
	ret;
})"},
};

TEST(PtxText, ModulesArePrintedAsTheyWereRead) {
  for (const Row& row : kModules) {
    const std::string& printed = row.printed.empty() ? row.text : row.printed;
    EXPECT_EQ(printedAgain(tests::kHeader + row.text), fmt::format("{}{}\n", tests::kHeader, printed)) << row.about;
  }
}

const Row kBodies[] = {
    {"registers", ".reg .b32 a, b<4>, c;",
     R"(.reg .b32 a;
.reg .b32 b<4>;
.reg .b32 c;)"},
    {"every type", ".reg .pred p; .reg .b8 a; .reg .b128 b; .reg .f16x2 c; .reg .bf16 d; .reg .s64 e;",
     R"(.reg .pred p;
.reg .b8 a;
.reg .b128 b;
.reg .f16x2 c;
.reg .bf16 d;
.reg .s64 e;)"},
    {"vector registers, glued", ".reg.v4.u16 v;", ".reg .v4 .u16 v;"},
    {"memory of a function", ".local .align 8 .b8 __local_depot0[16];", ""},
    {"arguments of a call", ".param .align 4 .b8 a[8];", ""},
    {"extern in a function", ".extern .shared .align 16 .b8 s[];", ""},
    {"a range ends before its count", R"(.reg .b32 %r<13>;
.reg .b32 %r13;
.reg .b32 %r012;)",
     ""},
    {"a block hides names", R"(.reg .b32 a;
{
	.reg .b64 a;
	L:
	bra L;
}
{
	L:
	bra L;
})",
     ""},
    {"labels lie behind, and around", R"(bra $L__BB0_2;
{
	bra BB0_1;
}
$L__BB0_2:
BB0_1:
ret;)",
     ""},
    {"guards", "@p bra L; @!p ret; L: @%p1 exit;",
     R"(@p bra L;
@!p ret;
L:
@%p1 exit;)"},
    {"opcodes", R"(ld.global.L2::cache_hint.u32 a, [b], c;
st.shared::cta.v2.b32 [a], {b, c};
tex.2d.v4.f32.f32 {a, b, c, d}, [t, {x, y}];)",
     ""},
    {"special registers", R"(mov.u32 a, %tid.x;
mov.u32 a, %nctaid.z;
mov.u32 a, %envreg3;
mov.u64 a, %clock64;)",
     ""},
    {"selectors", R"(vadd.s32.s32.s32 a, b.b0, -c.h1;
mov.b32 a, v.x;
mov.b32 a, %r1.w;)",
     ""},
    {"signs", R"(selp.b32 a, b, c, !p;
vadd.s32.s32.s32 a, -b, c;)",
     ""},
    {"vectors and holes", R"(mov.b64 {a, _}, b;
mov.b64 b, {a, 1};
ld.v4.b32 {a, _, c, _}, [d];)",
     ""},
    {"pairs", R"(setp.eq.s32 p|q, a, b;
shfl.sync.down.b32 %r14|%p2, a, 1, 31, -1;
setp.eq.s32 _|q, a, b;
setp.eq.s32 p|_, a, b;)",
     ""},
    {"addresses", R"(ld.u32 a, [r];
ld.u32 a, [r+8];
ld.u32 a, [r-8];
ld.u32 a, [r+-8];
ld.u32 a, [16];
ld.u32 a, [x+4*2+1];
ld.u32 a, [-1];)",
     R"(ld.u32 a, [r];
ld.u32 a, [r+8];
ld.u32 a, [r+-8];
ld.u32 a, [r+-8];
ld.u32 a, [16];
ld.u32 a, [x+9];
ld.u32 a, [18446744073709551615];)"},
    {"coordinates", R"(sured.b.add.2d.u32.clamp [s, {x, y}], a;
sured.b.add.1d.u32.clamp [s, x], a;)",
     ""},
    {"names as values", R"(mov.u64 a, buffer;
mov.u64 a, buffer+8;
mov.u64 a, buffer+-8;)",
     ""},
    {"calls", R"(call f;
call.uni (r), f, (a, 1, b);
call (r, s), f;
call (), f, ();
call (r), %rd1, (a), proto;)",
     ""},
    {"lists of targets", R"(T: .branchtargets A, B;
brx.idx a, T;
A:
B:
C: .calltargets f, g;)",
     ""},
    {"prototypes", R"(P: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[16]);
Q: .callprototype _ ();
R: .callprototype ()_(.reg .u32 a) .noreturn;)",
     R"(P: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[16]);
Q: .callprototype _ ();
R: .callprototype _ (.reg .u32 a) .noreturn;)"},
    {"pragmas", R"(.pragma "a", "b";
ret;
.pragma "c";)",
     R"(.pragma "a";
.pragma "b";
ret;
.pragma "c";)"},
    {"comments", R"(ret /* a
 b */ ; // ret;
/**/ ret;)",
     R"(ret;
ret;)"},
    {"CUDA places", R"(.loc 1 12 3
ret;
.loc 1 12 8
ret;
.loc 1 14 3, function_name $L__info_string0 + 5
ret;)",
     R"(.loc 1 12 3
ret;
.loc 1 12 8
ret;
.loc 1 14 3
ret;)"},
};

/// As a body is printed: labels, and what is behind one, at the margin.
std::string indented(const std::string& body) {
  std::string text;
  for (std::size_t begin = 0; begin <= body.size();) {
    const std::size_t end = std::min(body.find('\n', begin), body.size());
    const std::string line = body.substr(begin, end - begin);
    const bool isLabelled = line.ends_with(':') || line.find(": .") != line.npos;
    text += isLabelled ? line.substr(line.find_first_not_of('\t')) : '\t' + line;
    text += '\n';
    begin = end + 1;
  }
  return text;
}

TEST(PtxText, BodiesArePrintedAsTheyWereRead) {
  for (const Row& row : kBodies) {
    const std::string& printed = row.printed.empty() ? row.text : row.printed;
    EXPECT_EQ(printedAgain(tests::entry(row.text)),
              fmt::format("{}.entry k()\n{{\n{}}}\n", tests::kHeader, indented(printed)))
        << row.about;
  }
}

struct Constant {
  const char* text;
  const char* value;
};
const Constant kConstants[] = {{"12", "12"},
                               {"-1", "-1"},
                               {"0x1F", "31"},
                               {"0XffU", "255U"},
                               {"017", "15"},
                               {"0b101", "5"},
                               {"0", "0"},
                               {"0U", "0U"},
                               {"0xffffffffffffffff", "18446744073709551615U"},
                               {"9223372036854775807", "9223372036854775807"},
                               {"1 << 63", "(-9223372036854775807-1)"},
                               {"(-9223372036854775807-1)", "(-9223372036854775807-1)"},
                               {"0f3F800000", "0f3f800000"},
                               {"0D3ff0000000000000", "0d3ff0000000000000"},
                               {"1.5", "0d3ff8000000000000"},
                               {".5", "0d3fe0000000000000"},
                               {"1.", "0d3ff0000000000000"},
                               {"15e-1", "0d3ff8000000000000"},
                               {"-1.5E+0", "0dbff8000000000000"},
                               {"WARP_SZ", "32"},
                               {"WARP_SZ-1", "31"},
                               {"-WARP_SZ", "-32"},
                               {"1+2*3", "7"},
                               {"(1+2)*3", "9"},
                               {"10-4-3", "3"},
                               {"100/5/2", "10"},
                               {"1<<2+1", "8"},
                               {"6&3|8^1", "11"},
                               {"1|2==2", "1"},
                               {"7/-2", "-3"},
                               {"7/-2U", "0U"},
                               {"-7 % 4", "1U"},
                               {"~1 >> 1", "9223372036854775807U"},
                               {"-5 >> 1", "-3"},
                               {"-5U >> 1", "9223372036854775805U"},
                               {"1 << 64", "0"},
                               {"-1 >> 64", "-1"},
                               {"(7 & 5) / -1", "-5"},
                               {"(-9223372036854775807-1) / -1", "(-9223372036854775807-1)"},
                               {"-1 < 0", "1"},
                               {"-1 < 0U", "0"},
                               {"2 >= 2", "1"},
                               {"1 != 1", "0"},
                               {"!0", "1"},
                               {"!5", "0"},
                               {"2 && 0 || 3", "1"},
                               {"(.u64)-1 > 0", "1"},
                               {"(.s64)0xffffffffffffffff > 0", "0"},
                               {"1 ? 2 : 3", "2"},
                               {"0 ? 2 : 3U", "3U"},
                               {"0 ? 1 : 0 ? 2 : 4", "4"},
                               {"- -1", "1"},
                               {"+~0", "18446744073709551615U"},
                               {"1.5+2.5", "0d4010000000000000"},
                               {"1.0 < 2.0", "1"},
                               {"3.0/2.0*2.0-1.0", "0d4000000000000000"},
                               {"1 ? 1.5 : 2.5", "0d3ff8000000000000"}};

TEST(PtxText, ConstantExpressionsHaveTheirValue) {
  for (const auto& [text, value] : kConstants)
    EXPECT_EQ(printedAgain(tests::entry(fmt::format("mov a, {};", text))),
              fmt::format("{}.entry k()\n{{\n\tmov a, {};\n}}\n", tests::kHeader, value))
        << text;
}

TEST(PtxText, WhatIsReadOverIsNoted) {
  const Read<Module> module = read(R"(.version 99.0
.target sm_80
.section .debug_str
{
$L__info_string0:
.b8 97,0
}
.section .debug_info { .b32 .debug_abbrev, $L - $M { } }
)");
  ASSERT_TRUE(module) << module.error().message("text");
  ASSERT_EQ(module->notes.size(), 2u);
  EXPECT_TRUE(module->notes[0].starts_with("1: note: .version 99.0 is newer than ")) << module->notes[0];
  EXPECT_EQ(module->notes[1], "3: note: sections are read over");
}

TEST(PtxText, PlacesAreThoseOfTheTextAndOfTheSource) {
  const Read<Module> module = read(tests::entry("/*\n*/ .loc 3 14 1\n\tret;\n{ @p bar.sync 0; }"));
  ASSERT_TRUE(module) << module.error().message("text");
  const Block& body = *std::get<Function>(module->globals.at(0)).body;
  const Place& first = std::get<Instruction>(body.statements.at(0)).place;
  EXPECT_EQ(first.line, 7u);
  EXPECT_EQ(first.column, 2u);
  EXPECT_EQ(first.sourceFile, 3u);
  EXPECT_EQ(first.sourceLine, 14u);
  const auto& inner = *std::get<std::unique_ptr<Block>>(body.statements.at(1));
  const auto& guarded = std::get<Instruction>(inner.statements.at(0));
  EXPECT_EQ(guarded.place.column, 3u);
  EXPECT_EQ(guarded.operands.at(0).place.column, 15u);
  EXPECT_EQ(guarded.opcodeText(), "bar.sync");
}

TEST(PtxText, AnEmptyFunctionNamesItsProperties) {
  const Read<Module> module =
      read(std::string(tests::kHeader) + ".weak .entry k(.param .u64 .ptr .global .align 4 a) .maxntid 64, 2;");
  ASSERT_TRUE(module) << module.error().message("text");
  const auto& function = std::get<Function>(module->globals.at(0));
  EXPECT_TRUE(function.isEntry && function.isWeak && !function.isVisible && !function.body);
  ASSERT_EQ(function.parameters.size(), 1u);
  EXPECT_TRUE(function.parameters[0].isPointer);
  EXPECT_EQ(function.parameters[0].pointedSpace, Space::Global);
  EXPECT_EQ(function.parameters[0].pointedAlignment, 4u);
  ASSERT_EQ(function.properties.size(), 1u);
  EXPECT_EQ(function.properties[0].numbers, (std::vector<std::uint64_t>{64, 2}));
}

} // namespace text_test
} // namespace warplaw::ptx
