// An instruction as findings and traces show it.
#include "ptx/machine/decoder.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

std::string textOf(const Operand& operand);

std::string orHole(const std::string& name) { return name.empty() ? "_" : name; }

std::string joined(const std::vector<Operand>& operands) {
  std::string text;
  for (const Operand& operand : operands)
    text += (text.empty() ? "" : ", ") + textOf(operand);
  return text;
}

std::string withOffset(const std::string& base, std::int64_t offset) {
  return base.empty() ? fmt::format("{}", offset) : offset ? fmt::format("{}{:+}", base, offset) : base;
}

struct ValueText {
  std::string operator()(const Name& name) const { return orHole(name.text); }
  std::string operator()(const Number& number) const {
    switch (number.kind) {
    case Number::Kind::Signed:
      return fmt::format("{}", static_cast<std::int64_t>(number.bits));
    case Number::Kind::Unsigned:
      return fmt::format("{}U", number.bits);
    case Number::Kind::Float32:
      return fmt::format("0f{:08x}", number.bits);
    case Number::Kind::Float64:
      return fmt::format("0d{:016x}", number.bits);
    }
    return {};
  }
  std::string operator()(const Address& address) const {
    const std::string base = withOffset(address.base, address.offset);
    return address.coordinates.empty() ? fmt::format("[{}]", base)
                                       : fmt::format("[{}, {{{}}}]", base, joined(address.coordinates));
  }
  std::string operator()(const Operand::Vector& vector) const { return fmt::format("{{{}}}", joined(vector)); }
  std::string operator()(const Operand::List& list) const { return fmt::format("({})", joined(list.parts)); }
  std::string operator()(const Operand::Pair& pair) const {
    return fmt::format("{}|{}", orHole(pair.first), orHole(pair.second));
  }
  std::string operator()(const Operand::Sum& sum) const { return withOffset(sum.name, sum.offset); }
};

std::string textOf(const Operand& operand) {
  return fmt::format("{}{}{}{}{}", operand.negated ? "!" : "", operand.minus ? "-" : "",
                     std::visit(ValueText{}, operand.value), operand.selector.empty() ? "" : ".", operand.selector);
}

} // namespace

std::string textOf(const Instruction& instruction) {
  std::string text;
  if (instruction.guard)
    text = fmt::format("@{}{} ", instruction.guard->negated ? "!" : "", instruction.guard->predicate);
  for (const std::string& piece : instruction.opcode)
    text += (&piece == &instruction.opcode.front() ? "" : ".") + piece;
  return instruction.operands.empty() ? text : text + " " + joined(instruction.operands);
}

} // namespace warplaw::ptx
