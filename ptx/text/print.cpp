// A module as text.
#include "ptx/text/read.h"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <span>

namespace warplaw::ptx {
namespace {

std::string_view spaceText(Space space) {
  switch (space) {
  case Space::Global:
    return ".global";
  case Space::Const:
    return ".const";
  case Space::Shared:
    return ".shared";
  case Space::Local:
    return ".local";
  case Space::Param:
    return ".param";
  case Space::Register:
    return ".reg";
  case Space::Generic:
    break;
  }
  return "";
}

std::string_view holeOr(const std::string& name) { return name.empty() ? std::string_view("_") : name; }

/// "+8", "+-8", or nothing: `-8` behind a name is not read by ptxas.
std::string offsetText(std::int64_t offset) { return offset == 0 ? std::string() : fmt::format("+{}", offset); }

std::string numberText(const Number& number) {
  switch (number.kind) {
  case Number::Kind::Float32:
    return fmt::format("0f{:08x}", number.bits);
  case Number::Kind::Float64:
    return fmt::format("0d{:016x}", number.bits);
  case Number::Kind::Unsigned:
    return fmt::format("{}U", number.bits);
  case Number::Kind::Signed:
    break;
  }
  const auto value = static_cast<std::int64_t>(number.bits);
  if (value == std::numeric_limits<std::int64_t>::min())
    return fmt::format("(-{}-1)", std::numeric_limits<std::int64_t>::max()); // its literal would be unsigned
  return fmt::format("{}", value);
}

constexpr const char* kInlinedName = "$L__inlined"; ///< names of functions are not kept, and one must be there

class Printer {
public:
  explicit Printer(const Module& printed) : module(printed) {}
  std::string wholeModule();

private:
  const Module& module;
  std::string text;
  unsigned depth = 0;
  Place source;           ///< of the last `.loc`
  bool isInlined = false; ///< anywhere: then a name of the function must stand in .debug_str

  template <class... Arguments> void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  }
  void indent() { text.append(depth, '\t'); }
  template <class All, class Each> void separated(const All& all, std::string_view separator, Each each);

  void operands(const std::vector<Operand>& all);
  void operand(const Operand& printed);
  void value(const Name& name) { text += holeOr(name.text); }
  void value(const Number& number) { text += numberText(number); }
  void value(const Address& address);
  void value(const Operand::Vector& vector);
  void value(const Operand::List& list);
  void value(const Operand::Pair& pair) { add("{}|{}", holeOr(pair.first), holeOr(pair.second)); }
  void value(const Operand::Sum& sum);

  void linkage(bool isExtern, bool isVisible, bool isWeak, bool isCommon);
  void variable(const Variable& printed);
  void initial(const Variable::Initial& printed);
  void initialiser(const Variable& printed);
  void row(const Variable& printed, std::span<const std::uint64_t> extents, std::size_t begin, std::size_t end);
  void parameters(const std::vector<Variable>& all);
  void property(const Property& printed);
  void function(const Function& printed);
  void block(const Block& printed);
  void location(const Place& place);
  void statement(const Instruction& instruction);
  void statement(const Variable& declared);
  void statement(const Label& label) { add("{}:\n", label.name); }
  void statement(const Targets& targets);
  void statement(const std::unique_ptr<Block>& nested);
};

template <class All, class Each> void Printer::separated(const All& all, std::string_view separator, Each each) {
  bool isFirst = true;
  for (const auto& one : all) {
    if (!isFirst)
      text += separator;
    isFirst = false;
    each(one);
  }
}

void Printer::operands(const std::vector<Operand>& all) {
  separated(all, ", ", [&](const Operand& one) { operand(one); });
}

void Printer::value(const Address& address) {
  if (address.base.empty())
    add("[{}", static_cast<std::uint64_t>(address.offset));
  else
    add("[{}{}", address.base, offsetText(address.offset));
  for (const Operand& coordinate : address.coordinates) {
    text += ", ";
    operand(coordinate);
  }
  text += ']';
}

void Printer::value(const Operand::Vector& vector) {
  text += '{';
  operands(vector);
  text += '}';
}

void Printer::value(const Operand::List& list) {
  text += '(';
  operands(list.parts);
  text += ')';
}

/// The offset even where it is 0: a sum is another operand than a name.
void Printer::value(const Operand::Sum& sum) { add("{}+{}", holeOr(sum.name), sum.offset); }

void Printer::operand(const Operand& printed) {
  text += printed.negated ? "!" : printed.minus ? "-" : "";
  std::visit([&](const auto& alternative) { value(alternative); }, printed.value);
  if (!printed.selector.empty())
    add(".{}", printed.selector);
}

void Printer::linkage(bool isExtern, bool isVisible, bool isWeak, bool isCommon) {
  text += isExtern ? ".extern " : "";
  text += isVisible ? ".visible " : "";
  text += isWeak ? ".weak " : "";
  text += isCommon ? ".common " : "";
}

void Printer::initial(const Variable::Initial& printed) {
  if (const auto* number = std::get_if<Number>(&printed.value)) {
    text += numberText(*number);
    return;
  }
  const auto& sum = std::get<Operand::Sum>(printed.value);
  const bool isMasked = printed.maskByte != Variable::Initial::kWholeAddress;
  if (isMasked)
    add("0x{:x}(", std::uint64_t{0xff} << 8 * printed.maskByte);
  add("{}{}{}{}", printed.isGeneric ? "generic(" : "", sum.name, printed.isGeneric ? ")" : "", offsetText(sum.offset));
  text += isMasked ? ")" : "";
}

/// Values `begin` to `end` as a brace of the first extent, with braces of the others in it.
void Printer::row(const Variable& printed, std::span<const std::uint64_t> extents, std::size_t begin, std::size_t end) {
  text += '{';
  std::size_t inner = 1;
  for (const std::uint64_t extent : extents.subspan(1))
    inner *= extent; // no more than a variable has bytes
  for (std::size_t at = begin; at < end; at += std::min(inner, end - at)) {
    text += at == begin ? "" : ", ";
    if (extents.size() == 1)
      initial(printed.initial[at]);
    else
      row(printed, extents.subspan(1), at, at + std::min(inner, end - at));
  }
  text += '}';
}

void Printer::initialiser(const Variable& printed) {
  text += " = ";
  std::vector<std::uint64_t> extents = printed.dimensions;
  if (printed.vector > 1)
    extents.push_back(printed.vector);
  if (extents.empty())
    initial(printed.initial.at(0));
  else
    row(printed, extents, 0, printed.initial.size());
}

void Printer::variable(const Variable& printed) {
  linkage(printed.isExtern, printed.isVisible, printed.isWeak, printed.isCommon);
  add("{} ", spaceText(printed.space));
  for (const std::string& attribute : printed.attributes)
    add(".attribute(.{}) ", attribute);
  if (printed.alignment != 0)
    add(".align {} ", printed.alignment);
  if (printed.vector > 1)
    add(".v{} ", printed.vector);
  add(".{} ", printed.opaque.empty() ? spec::scalar::nameOf(printed.type) : printed.opaque);
  if (printed.isPointer)
    add(".ptr {}", printed.pointedSpace ? fmt::format("{} ", spaceText(*printed.pointedSpace)) : "");
  if (printed.pointedAlignment != 0)
    add(".align {} ", printed.pointedAlignment);
  text += holeOr(printed.name);
  if (printed.count)
    add("<{}>", *printed.count);
  for (const std::uint64_t dimension : printed.dimensions)
    text += dimension == 0 ? "[]" : fmt::format("[{}]", dimension);
  if (printed.hasInitial)
    initialiser(printed);
}

void Printer::parameters(const std::vector<Variable>& all) {
  text += '(';
  separated(all, ", ", [&](const Variable& one) { variable(one); });
  text += ')';
}

void Printer::property(const Property& printed) {
  if (printed.name == "attribute")
    return; // stands behind `.func`
  add("\n.{}", printed.name);
  if (printed.name == "pragma")
    add(" \"{}\";", printed.text);
  else if (!printed.numbers.empty())
    add(" {}", fmt::join(printed.numbers, ", "));
}

void Printer::location(const Place& place) {
  if (place.sourceFile == source.sourceFile && place.sourceLine == source.sourceLine &&
      place.sourceColumn == source.sourceColumn && place.inlinedAt == source.inlinedAt)
    return;
  // where it was inlined, and that one, are said before it
  const InlinedAt* const at = place.inlinedAt ? &module.inlined[place.inlinedAt - 1] : nullptr;
  if (at)
    location({.sourceFile = at->file, .sourceLine = at->line, .sourceColumn = at->column, .inlinedAt = at->inlinedAt});
  source = place;
  indent();
  add(".loc {} {} {}", place.sourceFile, place.sourceLine, place.sourceColumn);
  if (at)
    add(", function_name {}, inlined_at {} {} {}", kInlinedName, at->file, at->line, at->column);
  isInlined = isInlined || at;
  text += "\n";
}

void Printer::statement(const Instruction& instruction) {
  location(instruction.place);
  indent();
  if (instruction.guard)
    add("@{}{} ", instruction.guard->negated ? "!" : "", holeOr(instruction.guard->predicate));
  add("{}", fmt::join(instruction.opcode, "."));
  text += instruction.operands.empty() ? "" : " ";
  operands(instruction.operands);
  text += ";\n";
}

void Printer::statement(const Variable& declared) {
  indent();
  variable(declared);
  text += ";\n";
}

void Printer::statement(const Targets& targets) {
  add("{}: ", targets.label);
  if (targets.kind != Targets::Kind::Prototype) {
    const bool isBranch = targets.kind == Targets::Kind::Branch;
    add("{} {};\n", isBranch ? ".branchtargets" : ".calltargets", fmt::join(targets.names, ", "));
    return;
  }
  text += ".callprototype ";
  if (!targets.returned.empty())
    parameters(targets.returned);
  text += targets.returned.empty() ? "_ " : " _ ";
  parameters(targets.parameters);
  text += targets.noReturn ? " .noreturn" : "";
  for (const Property& each : targets.properties)
    property(each);
  text += ";\n";
}

void Printer::statement(const std::unique_ptr<Block>& nested) {
  indent();
  block(*nested);
}

void Printer::block(const Block& printed) {
  text += "{\n";
  ++depth;
  auto pragma = printed.pragmas.begin();
  for (std::size_t i = 0; i <= printed.statements.size(); ++i) {
    for (; pragma != printed.pragmas.end() && pragma->before == i; ++pragma) {
      indent();
      add(".pragma \"{}\";\n", pragma->text);
    }
    if (i < printed.statements.size())
      std::visit([&](const auto& alternative) { statement(alternative); }, printed.statements[i]);
  }
  --depth;
  indent();
  text += "}\n";
}

void Printer::function(const Function& printed) {
  source = {};
  linkage(printed.isExtern, printed.isVisible, printed.isWeak, false);
  text += printed.isEntry ? ".entry " : ".func ";
  for (const Property& each : printed.properties)
    if (each.name == "attribute")
      add(".attribute(.{}) ", each.text);
  if (!printed.returned.empty()) {
    parameters(printed.returned);
    text += ' ';
  }
  text += printed.name;
  parameters(printed.parameters);
  text += printed.noReturn ? "\n.noreturn" : "";
  for (const Property& each : printed.properties)
    property(each);
  if (!printed.body) {
    text += ";\n";
    return;
  }
  text += '\n';
  block(*printed.body);
}

std::string Printer::wholeModule() {
  add(".version {}.{}\n.target {}\n.address_size {}\n", module.versionMajor, module.versionMinor,
      fmt::join(module.target, ", "), module.addressBits);
  for (const SourceFile& file : module.files)
    add(".file {} \"{}\"\n", file.number, file.name);
  for (const std::string& pragma : module.pragmas)
    add(".pragma \"{}\";\n", pragma);
  for (const Global& global : module.globals)
    if (const auto* made = std::get_if<Function>(&global))
      function(*made);
    else
      statement(std::get<Variable>(global));
  for (const Global& global : module.globals)
    if (const auto* made = std::get_if<Function>(&global); made && !made->alias.empty())
      add(".alias {}, {};\n", made->name, made->alias);
  if (isInlined)
    add(".section .debug_str\n{{\n{}:\n.b8 0\n}}\n", kInlinedName);
  return std::move(text);
}

} // namespace

std::string print(const Module& module) { return Printer(module).wholeModule(); }

} // namespace warplaw::ptx
