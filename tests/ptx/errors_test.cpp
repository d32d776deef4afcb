// Broken modules: one line that names the place, the rule, and what would be accepted.
#include "ptx/text/read.h"
#include "whole.h"
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::ptx {
namespace errors_test {

constexpr std::size_t kLongestLine = 400;

/// One line of what a terminal shows, whatever the text was.
void expectClear(const ReadError& error) {
  const std::string line = error.message("file");
  EXPECT_LE(line.size(), kLongestLine) << line;
  EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; })) << line;
  EXPECT_NE(line.find("; accepted: "), line.npos) << line;
  EXPECT_FALSE(line.ends_with(": ")) << line;
}

struct Row {
  std::string text;
  const char* what; ///< "LINE: RULE: ..", before what would be accepted
};

void expectRejected(const std::string& text, const Row& row) {
  const Read<Module> module = read(text);
  ASSERT_FALSE(module) << row.text << "\nis accepted; wanted: " << row.what;
  expectClear(module.error());
  const std::string line = module.error().message("f");
  EXPECT_EQ(line.substr(0, line.find("; accepted: ")), fmt::format("f:{}", row.what)) << row.text;
}

const Row kTexts[] = {
    {"", "1: PTX-1: a module begins with .version, not with the end of the text"},
    {".target sm_80\n", "1: PTX-1: a module begins with .version, not with '.target'"},
    {".version\n.target sm_80\n", "2: PTX-1: '.target' stands where a version is wanted"},
    {".version 8\n.target sm_80\n", "1: PTX-1: '8' stands where a version is wanted"},
    {".version 8.5\n.address_size 64\n", "2: PTX-1: behind .version stands .target, not '.address_size'"},
    {".version 8.5\n.target ,\n", "2: PTX-1: ',' stands where a name is wanted"},
    {".version 8.5\n.target sm_80\n.address_size 48\n", "3: PTX-1: addresses have no 48 bits"},
    {"\177ELF\002\001\001", "1: PTX-1: byte 0x7f stands in no PTX"},
};

TEST(PtxErrors, TextsThatAreNoModule) {
  for (const Row& row : kTexts)
    expectRejected(row.text, row);
}

/// Behind a header of three lines.
const Row kModules[] = {
    {".version 7.0", "4: PTX-1: another .version than that of the module"},
    {"\001", "4: PTX-1: byte 0x01 stands in no PTX"},
    {"\303\251", "4: PTX-1: byte 0xc3 stands in no PTX"},
    {"# 1", "4: PTX-1: '#' stands in no PTX"},
    {".bogus 1", "4: PTX-1: '.bogus' stands where a directive is wanted"},
    {"ret;", "4: PTX-1: 'ret' stands where a directive is wanted"},
    {"/* .entry k() { ret; }", "4: PTX-1: a comment does not end"},
    {R"(.file 1 "a)", "4: PTX-1: a string does not end in its line"},
    {".entry k() { ret;", "4: PTX-1: the end of the text stands where a statement is wanted"},
    {".entry k(.param .u32", "4: PTX-1: the end of the text stands where a name is wanted"},
    {".entry k() { add.u32 a, b", "4: PTX-1: the end of the text stands where ';' is wanted"},
    {".section .debug_str { .b8 1", "4: PTX-1: the end of the text stands where '}' is wanted"},
    {".entry () { ret; }", "4: PTX-1: '(' stands where a name is wanted"},
    {R"(.func f() { ret; }
.func f() { ret; })",
     "5: PTX-1: the function 'f' is defined twice"},
    {R"(.func f() { ret; }
.global .u32 f;)",
     "5: PTX-1: 'f' is the name of a function already"},
    {R"(.global .u32 f;
.func f() { ret; })",
     "5: PTX-1: 'f' is the name of a variable already"},
    {R"(.entry f();
.func f() { ret; })",
     "5: PTX-1: the function 'f' is defined twice"},
    {".common .func f() { ret; }", "4: PTX-1: a function is not .common"},
    {".alias f, g;", "4: PTX-1: an alias of functions that are not both declared: 'f', 'g'"},
    {R"(.func f();
.func g();
.alias f, g;)",
     "6: PTX-1: 'f' cannot stand for 'g'"},
    {".entry k(.global .u32 p) { ret; }", "4: PTX-1: a parameter lies in another space"},
    {".entry k(.param .u32 p, .param .u32 p) { ret; }", "4: PTX-1: the variable 'p' is declared twice in its scope"},
    {R"(.entry k(.param .u32 p) {
.reg .u32 p; ret; })",
     "5: PTX-1: the variable 'p' is declared twice in its scope"},
    {R"(.global .u32 x;
.global .u32 x;)",
     "5: PTX-1: the variable 'x' is declared twice in its scope"},
    {".global .pred p;", "4: PTX-3: a predicate is a register of its own"},
    {".global .align 3 .b8 a;", "4: PTX-1: an alignment of 3 bytes"},
    {".global .b32 a[0];", "4: PTX-1: a dimension of 0"},
    {".extern .global .b32 a[4][];", "4: PTX-1: ']' stands where a number is wanted"},
    {".shared .b32 a[];", "4: PTX-1: the size of 'a' is nowhere said"},
    {".global .b32 a[4294967296][4294967296];", "4: PTX-1: the array is larger than any memory"},
    {".global .b32 a[2] = {1, 2, 3};", "4: PTX-1: more than 2 values in a row"},
    {".global .b32 a[2][2] = {1, 2};", "4: PTX-1: '1' stands where '{' is wanted"},
    {".global .b32 a[2] = {{1}, 2};", "4: PTX-1: '{' stands where a constant is wanted"},
    {".global .b32 a[2][10000000] = {{1}, {2}};",
     "4: PTX-1: initialisers leave out more values than this reader fills in"},
    {".shared .b32 a = 1;", "4: PTX-1: 'a' has an initialiser"},
    {".global .b8 a = 0xff0(b);", "4: PTX-1: a mask of more or less than one byte of an address"},
    {".global .u64 .ptr a;", "4: PTX-1: .ptr of a variable that is no parameter"},
    {".entry k() { ret; } }", "4: PTX-1: '}' stands where a directive is wanted"},
    {".file a", "4: PTX-1: 'a' stands where a constant is wanted"},
    {".entry k()", "4: PTX-1: the end of the text stands where ';' is wanted"},
    {".func f() ret;", "4: PTX-1: 'ret' stands where ';' is wanted"},
    {".entry k() .maxntid { ret; }", "4: PTX-1: '{' stands where a constant is wanted"},
    {".entry k() .maxn 3 { ret; }", "4: PTX-1: '.maxn' stands where ';' is wanted"},
};

TEST(PtxErrors, Modules) {
  for (const Row& row : kModules)
    expectRejected(tests::kHeader + row.text, row);
}

/// In a function whose body begins in line 5.
const Row kBodies[] = {
    {R"(.reg .b32 a;
.reg .u32 a;)",
     "6: PTX-1: the variable 'a' is declared twice in its scope"},
    {R"(.reg .b32 %r<13>;
.reg .b32 %r12;)",
     "6: PTX-1: the variable '%r12' is declared twice in its scope"},
    {R"(.reg .b32 %r0;
.reg .b32 %r<13>;)",
     "6: PTX-1: the variable '%r' is declared twice in its scope"},
    {R"(.reg .b32 %r<13>;
.reg .b32 %r1<3>;)",
     "6: PTX-1: the variable '%r1' is declared twice in its scope"},
    {".reg a;", "5: PTX-1: 'a' stands where a type is wanted"},
    {".reg .b32 .u32 a;", "5: PTX-1: '.u32' stands where a name is wanted"},
    {".reg .q32 a;", "5: PTX-1: '.q32' stands where a type is wanted"},
    {".reg .v3 .b32 a;", "5: PTX-1: '.v3' stands where a type is wanted"},
    {".reg .v4 .b64 a;", "5: PTX-3: a vector of 256 bits"},
    {".reg .v2 .pred a;", "5: PTX-3: a predicate is a register of its own"},
    {".reg .b32 a[4];", "5: PTX-1: an array of registers"},
    {".reg .b32 %r<4294967296>;", "5: PTX-1: a count is out of range"},
    {".reg .b32 _;", "5: PTX-1: a variable without a name"},
    {R"(A: ret;
A: ret;)",
     "6: PTX-1: the label 'A' is declared twice in its scope"},
    {"bra B;", "5: PTX-1: no label 'B' in this function"},
    {R"(bra B;
{ B: ret; })",
     "5: PTX-1: no label 'B' in this function"},
    {R"(B: .branchtargets C;
C: bra B;)",
     "6: PTX-1: 'B' is another kind of label"},
    {"B: brx.idx a, B;", "5: PTX-1: 'B' is another kind of label"},
    {"T: .branchtargets C;", "5: PTX-1: no label 'C' in this function"},
    {"{ ret;", "7: PTX-1: the end of the text stands where a statement is wanted"},
    {"ret", "6: PTX-1: '}' stands where an operand is wanted"},
    {"@p ;", "5: PTX-1: ';' stands where a name is wanted"},
    {"@p { ret; }", "5: PTX-1: '{' stands where a name is wanted"},
    {";", "5: PTX-1: ';' stands where a statement is wanted"},
    {".texture a;", "5: PTX-1: '.texture' stands where a statement is wanted"},
    {"add.u32 a, , b;", "5: PTX-1: ',' stands where an operand is wanted"},
    {"add.u32 a, b,;", "5: PTX-1: ';' stands where an operand is wanted"},
    {"mov.u32 a, b.q;", "5: PTX-1: '.q' stands where the end of the operand is wanted"},
    {"mov.b64 a, {};", "5: PTX-4: a vector of nothing"},
    {"mov.b64 a, {b, c;", "5: PTX-1: ';' stands where ',' is wanted"},
    {"ld.u32 a, [b;", "5: PTX-1: ';' stands where ']' is wanted"},
    {"ld.u32 a, [_];", "5: PTX-4: an address without a value"},
    {"ld.u32 a, [b*4];", "5: PTX-1: '*' stands where ']' is wanted"},
    {"mov.u32 a, -b+4;", "5: PTX-4: a sign before what is no register"},
    {"mov.u32 a, 12abc;", "5: PTX-2: '12abc' is no constant of 64 bits"},
    {"mov.u64 a, 18446744073709551616;", "5: PTX-2: '18446744073709551616' is no constant of 64 bits"},
    {"mov.u32 a, 08;", "5: PTX-2: '08' is no constant of 64 bits"},
    {"mov.f32 a, 0f3f80;", "5: PTX-2: '0f3f80' is no constant of 64 bits"},
    {"mov.f64 a, 1e999;", "5: PTX-2: '1e999' is no constant of 64 bits"},
    {"mov.u32 a, 1/0;", "5: PTX-2: '/' has no value for these constants"},
    {"mov.f64 a, 1.5 & 1;", "5: PTX-2: '&' has no value for these constants"},
    {"mov.f32 a, 0f3f800000 + 0f3f800000;", "5: PTX-2: '+' has no value for these constants"},
    {"mov.u32 a, (1;", "5: PTX-1: ';' stands where ')' is wanted"},
    {"mov.u32 a, (.u32)1;", "5: PTX-1: '.u32' stands where a type is wanted"},
    {"mov.u32 a, 1 ? 2;", "5: PTX-1: ';' stands where ':' is wanted"},
    {".loc 1 2;", "5: PTX-1: ';' stands where a constant is wanted"},
    {R"(.loc 1 2 3, because 4
 ret;)",
     "5: PTX-1: a .loc has no 'because'"},
};

TEST(PtxErrors, Bodies) {
  for (const Row& row : kBodies)
    expectRejected(tests::entry(row.text), row);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (; times != 0; --times)
    all += text;
  return all;
}

TEST(PtxErrors, DeepNestingIsNoStackOverflow) {
  constexpr std::size_t kDeep = 100'000;
  for (const std::string_view open :
       {"{", "mov a, (", "mov a, -", "mov a, {", "call (", "call (a, [b, ", "mov a, 1 ? "}) {
    const std::size_t operand = open.find_last_of("({-[?");
    const std::string text = tests::entry(std::string(open) + repeated(open.substr(operand), kDeep));
    const Read<Module> module = read(text);
    ASSERT_FALSE(module) << open;
    expectClear(module.error());
  }
  const Read<Module> row = read(tests::kHeader + ".global .u32 a[1][1] = " + repeated("{", kDeep));
  ASSERT_FALSE(row);
  expectClear(row.error());
}

TEST(PtxErrors, HugeTextsAreNotRead) {
  const Read<Module> module = read(std::string((std::size_t{1} << 27) + 1, ' '));
  ASSERT_FALSE(module);
  expectClear(module.error());
  EXPECT_EQ(module.error().place.line, 1u);
}

TEST(PtxErrors, LongNamesAreCut) {
  const std::string name(1'000'000, 'x');
  for (const std::string& body :
       {"bra " + name + ";", name + ": ret; " + name + ": ret;", ".reg .b32 " + name + "; .reg .b32 " + name + ";",
        ".reg ." + name, "mov a, 1" + name, ".loc 1 1 1, " + name}) {
    const Read<Module> module = read(tests::entry(body));
    ASSERT_FALSE(module);
    expectClear(module.error());
  }
}

TEST(PtxErrors, ValueOfAnErrorIsAProgrammingError) { EXPECT_THROW((void)read("").value(), std::logic_error); }

} // namespace errors_test
} // namespace warplaw::ptx
