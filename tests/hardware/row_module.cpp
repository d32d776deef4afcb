#include "tests/hardware/row_module.h"
#include <fmt/format.h>

namespace warplaw::tests {
namespace {
using spec::scalar::Form;
using spec::scalar::Kind;
using spec::scalar::Modes;
using spec::scalar::Type;

constexpr char kLetters[] = "abcd";
/// Truth tables of lop3: single operands, and some of all three.
constexpr spec::scalar::Word kTables[] = {0x00, 0xff, 0xf0, 0xcc, 0xaa, 0x96, 0xe8, 0xca, 0x1b, 0x80, 0x7f, 0x35};

/// PTX has no registers of 8 bits.
unsigned registerBits(const Type& type) { return std::max(type.width(), 16U); }
std::string registerType(const Type& type) {
  return type.kind == Kind::Predicate ? "pred" : fmt::format("b{}", registerBits(type));
}

/// The instruction, from operands %a, %b, .. to %d. What the rows have apart and PTX has in one instruction, or in
/// several (carry.def), is written here as PTX has it.
std::string instruction(const Form& form, Modes modes, std::optional<spec::scalar::Word> written) {
  const std::string_view symbol = form.operation->symbol;
  const std::string type(nameOf(form.typeOfT())), opcode = form.opcode(modes);
  const unsigned sources = form.sources();
  const auto operands = [&](unsigned count) {
    std::string all;
    for (unsigned i = 0; i < count; ++i)
      all += fmt::format(", %{}", kLetters[i]);
    return all;
  };
  if (written)
    return fmt::format("{} %r{}, {:#x};", opcode, operands(sources - 1), *written);
  const char carry = kLetters[sources - 1];
  const std::string zero = type.ends_with("64") ? "%zero64" : "%zero32", junk = zero + "x";
  const std::string set = fmt::format("selp.b32 %x, 1, 0, %{}; add.cc.u32 %x, %x, 0xffffffff; ", carry);
  const std::string borrowed = fmt::format("selp.b32 %x, 1, 0, %{}; sub.cc.u32 %x, 0, %x; ", carry);
  const auto told = [&](std::string_view row, const std::string& inPtx, const std::string& before,
                        std::string_view after) {
    std::string name = opcode;
    name.replace(0, row.size(), inPtx);
    return fmt::format("{}{} {}{}; {}", before, name, junk, operands(sources - 1), after);
  };
  if (symbol == "addc" || symbol == "madc")
    return fmt::format("{}{} %r{};", set, opcode, operands(sources - 1));
  if (symbol == "subc")
    return fmt::format("{}{} %r{};", borrowed, opcode, operands(sources - 1));
  if (symbol == "addCarry")
    return told("carry.add", "addc.cc", set, "addc.u32 %x, 0, 0; setp.ne.u32 %r, %x, 0;");
  if (symbol == "madCarry")
    return fmt::format("{}madc{}.cc.{} {}{}; addc.u32 %x, 0, 0; setp.ne.u32 %r, %x, 0;", set,
                       opcode.find(".hi") == std::string::npos ? ".lo" : ".hi", type, junk, operands(sources - 1));
  if (symbol == "subBorrow")
    return told("borrow.sub", "subc.cc", borrowed, "subc.u32 %x, 0, 0; setp.ne.u32 %r, %x, 0;");
  if (opcode.starts_with("three."))
    return fmt::format("{} %r{};", opcode.substr(6), operands(sources));
  return fmt::format("{} %r{};", opcode, operands(sources));
}

std::string load(const Type& type, unsigned i) {
  const char to = kLetters[i];
  if (type.kind == Kind::Predicate)
    return fmt::format("  and.b64 %w{0}, %w{0}, 1;\n  setp.ne.u64 %{1}, %w{0}, 0;\n", i, to);
  if (type.width() == 64)
    return fmt::format("  mov.b64 %{}, %w{};\n", to, i);
  return fmt::format("  cvt.u{}.u64 %{}, %w{};\n", registerBits(type), to, i);
}

std::string keep(const Type& type) {
  if (type.kind == Kind::Predicate)
    return "  selp.b64 %w0, 1, 0, %r;\n";
  if (type.width() == 64)
    return "  mov.b64 %w0, %r;\n";
  return fmt::format("  cvt.u64.u{} %w0, %r;\n", registerBits(type));
}

} // namespace

std::string RowEntry::name(std::size_t index) const { return fmt::format("row{}", index); }

std::vector<RowEntry> rowEntries(const Form& form, unsigned target) {
  std::vector<RowEntry> entries;
  for (const Modes modes : form.everyModes()) {
    if (form.opcode(modes).starts_with("three.") && target < 100)
      continue; // PTX ISA 8.8: sm_100
    if (form.operation->symbol == "lop3")
      for (const auto table : kTables)
        entries.push_back({modes, table, instruction(form, modes, table)});
    else
      entries.push_back({modes, std::nullopt, instruction(form, modes, std::nullopt)});
  }
  return entries;
}

std::string rowModule(const Form& form, const std::vector<RowEntry>& entries, unsigned target) {
  std::string text = fmt::format(".version 8.5\n.target sm_{}\n.address_size 64\n", target);
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const RowEntry& entry = entries[index];
    text += fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out, .param .u32 count) {{\n"
                        "  .reg .pred %done;\n  .reg .b32 %i, %n, %x, %zero32x;\n"
                        "  .reg .b64 %in, %out, %w<4>, %zero64x;\n",
                        entry.name(index));
    for (unsigned i = 0; i < form.sources(); ++i)
      text += fmt::format("  .reg .{} %{};\n", registerType(form.source(i, entry.modes)), kLetters[i]);
    text += fmt::format("  .reg .{} %r;\n", registerType(form.result(entry.modes)));
    text += "  mov.u32 %i, %ctaid.x;\n  mov.u32 %n, %ntid.x;\n  mov.u32 %x, %tid.x;\n"
            "  mad.lo.u32 %i, %i, %n, %x;\n  ld.param.u32 %n, [count];\n  setp.ge.u32 %done, %i, %n;\n"
            "  @%done ret;\n  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n"
            "  mad.wide.u32 %in, %i, 32, %in;\n  mad.wide.u32 %out, %i, 8, %out;\n"
            "  ld.global.u64 %w0, [%in];\n  ld.global.u64 %w1, [%in+8];\n"
            "  ld.global.u64 %w2, [%in+16];\n  ld.global.u64 %w3, [%in+24];\n";
    for (unsigned i = 0; i < form.sources(); ++i)
      text += load(form.source(i, entry.modes), i);
    text += fmt::format("  {}\n", entry.text) + keep(form.result(entry.modes)) +
            "  st.global.u64 [%out], %w0;\n  ret;\n}\n";
  }
  return text;
}

} // namespace warplaw::tests
