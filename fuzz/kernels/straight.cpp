// Statements of one thread: rows, comparisons, memory of its own, atomics whose result nobody reads.
#include "fuzz/kernels/writer.h"

namespace warplaw::fuzz {
namespace {

/// d, a, b, c: a destination and three sources; s: a variable as source.
constexpr std::string_view kRows[] = {
    "add.u32 d, a, b",
    "sub.s32 d, a, b",
    "mul.lo.u32 d, a, b",
    "mul.hi.s32 d, a, b",
    "mad.lo.u32 d, a, b, c",
    "min.s32 d, a, b",
    "max.u32 d, a, b",
    "and.b32 d, a, b",
    "or.b32 d, a, b",
    "xor.b32 d, a, b",
    "not.b32 d, s",
    "neg.s32 d, s",
    "abs.s32 d, s",
    "shl.b32 d, a, b",
    "shr.u32 d, a, b",
    "shr.s32 d, a, b",
    "shf.l.wrap.b32 d, a, b, c",
    "popc.b32 d, s",
    "clz.b32 d, s",
    "brev.b32 d, s",
    "bfe.s32 d, s, s, s",
    "bfi.b32 d, s, s, s, s",
    "prmt.b32 d, s, s, c",
    "lop3.b32 d, s, s, s, 0x96",
    "sad.u32 d, a, b, c",
    "mov.b32 d, a",
    "mul24.lo.u32 d, s, s",
    "cnot.b32 d, s",
};

constexpr std::string_view kFloats[] = {
    "add.rn.f32 d, s, s", "mul.rn.f32 d, s, s",  "fma.rn.f32 d, s, s, s",  "min.f32 d, s, s",
    "max.f32 d, s, s",    "cvt.rn.f32.u32 d, s", "cvt.rn.f32.s32 d, s",    "cvt.rzi.s32.f32 d, s",
    "neg.f32 d, s",       "abs.f32 d, s",        "add.rz.ftz.f32 d, s, s",
};

constexpr std::string_view kComparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr std::string_view kCombinations[] = {"and", "or", "xor"};
constexpr std::string_view kVideo[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax"};
constexpr std::string_view kSigns[] = {"u32", "s32"}, kSeconds[] = {"add", "min", "max"},
                           kScales[] = {"", ".shr7", ".shr15"};
constexpr std::string_view kParts[] = {"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
/// Each counter has one operation, so that the order of lanes does not matter. `inc` adds under one limit.
constexpr std::string_view kCounting[kCounters] = {"add.u32", "min.s32", "max.u32", "and.b32",
                                                   "or.b32",  "xor.b32", "add.s32", "inc.u32"};

} // namespace

std::string Writer::variable() { return fmt::format("%v{}", drawn_.below(kVariables)); }
std::string Writer::flag() { return fmt::format("%q{}", drawn_.below(kFlags)); }

std::string Writer::value() {
  switch (drawn_.below(8)) {
  case 5:
    return fmt::format("{:#x}", kEdges[drawn_.below(kEdges.size())]);
  case 6:
    return "%lane";
  case 7:
    return "%thread";
  default:
    return variable();
  }
}

std::string Writer::guard() {
  switch (drawn_.below(8)) {
  case 6:
    return fmt::format("@{} ", flag());
  case 7:
    return fmt::format("@!{} ", flag());
  default:
    return "";
  }
}

/// A row with operands for its letters.
void Writer::arithmetic() {
  const std::string_view row = kRows[drawn_.below(std::size(kRows))];
  const std::size_t operands = row.find(' ');
  std::string filled = guard() + std::string(row.substr(0, operands));
  for (const char c : row.substr(operands))
    if (c == 'd' || c == 's')
      filled += variable();
    else if (c >= 'a' && c <= 'c')
      filled += value();
    else
      filled += c;
  // the last operand of lop3 is a number, whose letters are none
  line("{};", row.starts_with("lop3") ? fmt::format("lop3.b32 {}, {}, {}, {}, {:#x}", variable(), variable(),
                                                    variable(), variable(), drawn_.below(256))
                                      : filled);
}

void Writer::floats() {
  const std::string_view row = kFloats[drawn_.below(std::size(kFloats))];
  const std::size_t operands = row.find(' ');
  std::string filled(row.substr(0, operands));
  for (const char c : row.substr(operands))
    filled += c == 'd' || c == 's' ? variable() : std::string(1, c);
  line("{};", filled);
}

/// Where rules leave a choice, processors may differ: such forms are left out (VID-5, VID-7, VID-8).
void Writer::video() {
  const auto one = [&](const auto& of) { return of[drawn_.below(std::size(of))]; };
  const auto type = [&] { return one(kSigns); };
  const auto part = [&] { return variable() + std::string(one(kParts)); };
  const std::string_view d = type(), a = type(), b = type(), sat = drawn_.below(2) ? ".sat" : "";
  switch (drawn_.below(8)) {
  case 0:
    return line("vset.{}.{}.{} {}, {}, {};", a, b, one(kComparisons), variable(), part(), part());
  case 1:
    return line("vshr.{}.{}.u32{}.{} {}, {}, {};", d, a, sat, drawn_.below(2) ? "clamp" : "wrap", variable(), part(),
                part());
  case 2: // signed exactly where a factor is
    return line("vmad.{}.{}.{}{}{} {}, {}, {}, {};", a == b ? a : "s32", a, b, sat, one(kScales), variable(), part(),
                part(), variable());
  case 3:
    return line("{}.{}.{}.{}.sat.{} {}, {}, {}, {};", one(kVideo), d, a, b, one(kSeconds), variable(), part(), part(),
                variable());
  case 4: // a part of d alone, the others are c's
    return line("{}.{}.{}.{}{} {}{}, {}, {}, {};", one(kVideo), d, a, b, sat, variable(), kParts[1 + drawn_.below(6)],
                part(), part(), variable());
  case 5:
    return line("{}{}.{}.{}.{}{} {}, {}, {}, {};", one(kVideo), drawn_.below(2) ? 2 : 4, d, a, b,
                drawn_.below(2) ? sat : ".add", variable(), variable(), variable(), variable());
  default:
    return line("{}.{}.{}.{}{} {}, {}, {};", one(kVideo), d, a, b, sat, variable(), part(), part());
  }
}

/// Through 64 bits, or through a pair.
void Writer::wide() {
  switch (drawn_.below(4)) {
  case 0:
    line("mul.wide.u32 %w0, {}, {};", variable(), value());
    line("mov.b64 {{{}, %v1}}, %w0;", "%v0");
    break;
  case 1:
    line("mov.b64 %w1, {{{}, {}}};", variable(), variable());
    line("shr.u64 %w1, %w1, {};", drawn_.below(64));
    line("cvt.u32.u64 {}, %w1;", variable());
    break;
  case 2: // carries
    line("add.cc.u32 {}, {}, {};", variable(), value(), value());
    line("addc.u32 {}, {}, {};", variable(), value(), value());
    break;
  default:
    line("mov.b64 %w0, {{{}, {}}};", variable(), variable());
    line("mov.b64 {{%v2, %v3}}, %w0;");
  }
}

void Writer::compare() {
  const std::string_view how = kComparisons[drawn_.below(std::size(kComparisons))];
  const std::string_view type = drawn_.below(2) ? "s32" : "u32";
  switch (drawn_.below(4)) {
  case 2: {
    const std::string both = "%q0|%q1";
    line("{}setp.{}.{}.{} {}, {}, {}, {}{};", guard(), how, kCombinations[drawn_.below(3)], type, both, variable(),
         value(), drawn_.below(2) ? "!" : "", flag());
    break;
  }
  case 3:
    line("selp.b32 {}, {}, {}, {};", variable(), value(), value(), flag());
    break;
  default:
    line("{}setp.{}.{} {}, {}, {};", guard(), how, type, flag(), variable(), value());
  }
}

void Writer::readInput() {
  line("and.b32 %a, {}, 31;", variable());
  line("mad.wide.u32 %w2, %a, 4, %in;");
  line("{}ld.global.u32 {}, [%w2];", guard(), variable());
}

void Writer::ownSlots() {
  switch (drawn_.below(4)) {
  case 0:
    line("{}st.shared.u32 [%own], {};", guard(), variable());
    break;
  case 1:
    line("ld.shared.u32 {}, [%own];", variable());
    break;
  case 2:
    line("{}st.global.u32 [%out+{}], {};", guard(), 4 * drawn_.below(4), variable());
    break;
  default:
    line("{}ld.shared.s8 {}, [%own+{}];", guard(), variable(), drawn_.below(4));
  }
}

void Writer::local() {
  line("and.b32 %a, {}, 3;", variable());
  line("shl.b32 %a, %a, 2;");
  line("mov.u32 %b, l;");
  line("add.u32 %a, %a, %b;");
  if (drawn_.below(2))
    line("{}st.local.u32 [%a], {};", guard(), variable());
  else
    line("ld.local.u32 {}, [%a];", variable());
}

void Writer::call() {
  const std::string result = variable(), a = variable(), b = variable();
  line("call ({}), mix, ({}, {});", result, a, b);
}

/// In shared memory or in global memory.
void Writer::count() {
  const unsigned counter = drawn_.below(kCounters);
  const bool isGlobal = drawn_.below(2);
  std::string_view operation = kCounting[counter];
  if (drawn_.oneIn(24)) // which may depend on the order
    operation = kCounting[drawn_.below(kCounters)];
  const std::string operand = operation == "inc.u32" ? "1000" : value();
  line("{}red.{}.{} [{}+{}], {};", guard(), isGlobal ? "global" : "shared", operation, isGlobal ? "%sums" : "c",
       4 * counter, operand);
}

void Writer::atomicOfOwn() {
  const std::string result = variable();
  if (drawn_.below(2))
    line("atom.shared.cas.b32 {}, [%own], {}, {};", result, value(), value());
  else
    line("atom.shared.exch.b32 {}, [%own], {};", result, value());
}

} // namespace warplaw::fuzz
