// Calls through a register (PTX-5, PTX-18): one function after another is compared with, and inlined.
#include "ptx/machine/decoder.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr std::uint64_t kBetweenFunctions = 16;

bool hasShape(const std::vector<Variable>& these, const std::vector<Variable>& those) {
  return std::ranges::equal(these, those, [](const Variable& a, const Variable& b) {
    return a.type.width() == b.type.width() && a.vector == b.vector && a.dimensions == b.dimensions;
  });
}

/// Names that stand where a value is wanted: the address of a function may be among them.
void addNames(const Operand& operand, std::set<std::string_view>& names) {
  if (const auto* const name = std::get_if<Name>(&operand.value))
    names.insert(name->text);
  if (const auto* const parts = std::get_if<Operand::Vector>(&operand.value))
    for (const Operand& part : *parts)
      addNames(part, names);
}
void addNames(const Block& block, std::set<std::string_view>& names) {
  for (const Statement& statement : block.statements) {
    if (const auto* const nested = std::get_if<std::unique_ptr<Block>>(&statement))
      addNames(**nested, names);
    if (const auto* const one = std::get_if<Instruction>(&statement); one && one->opcode[0] != "call")
      for (const Operand& operand : one->operands)
        addNames(operand, names);
  }
}
std::set<std::string_view> namesIn(const Module& module) {
  std::set<std::string_view> names;
  for (const Global& global : module.globals) {
    if (const auto* const function = std::get_if<Function>(&global); function && function->body)
      addNames(*function->body, names);
    if (const auto* const variable = std::get_if<Variable>(&global))
      for (const Variable::Initial& initial : variable->initial)
        if (const auto* const sum = std::get_if<Operand::Sum>(&initial.value))
          names.insert(sum->name);
  }
  return names;
}

} // namespace

std::uint64_t Decoder::addressOfFunction(const std::string& name) const {
  const auto number = std::distance(functions.begin(), functions.find(name));
  return kernel.spaces.functions + kBetweenFunctions * static_cast<std::uint64_t>(number + 1);
}

/// The functions that a list names. For a prototype, all functions of its shape whose address is taken somewhere: no
/// other function has an address.
std::vector<std::string> Decoder::targetsOf(const Targets& list) const {
  if (list.kind != Targets::Kind::Prototype)
    return list.names;
  std::vector<std::string> names;
  const auto taken = namesIn(module);
  for (const auto& [name, function] : functions)
    if (taken.contains(name) && function->body && !std::ranges::count(callers, function) &&
        hasShape(function->returned, list.returned) && hasShape(function->parameters, list.parameters))
      names.push_back(name);
  return names;
}

/// if (p == f) f(..); else if (p == g) g(..); else trap
void Decoder::callThrough(const Operand& pointer, const Operands& returned, const Operands& arguments,
                          const Operand* targets) {
  const auto* const label = targets ? std::get_if<Name>(&targets->value) : nullptr;
  const Named* const list = label ? scope->find(label->text) : nullptr;
  if (!list || list->kind != Named::Kind::List || list->list->kind == Targets::Kind::Branch)
    notSupported("call of a register without a list: indirect calls");
  const Source address = source(pointer, addressType());
  const std::uint32_t end = newLabel();
  for (const std::string& name : targetsOf(*list->list)) {
    if (!functions.contains(name))
      reject("PTX-18", fmt::format("there is no function '{}'", name), "a function of the module");
    const std::uint32_t isAnother = temporary(spec::scalar::kPred), next = newLabel();
    row(fmt::format("setp.ne.{}", spec::scalar::nameOf(addressType())), isAnother,
        {address, {.kind = Source::Kind::Immediate, .value = addressOfFunction(name)}});
    flush();
    guard = isAnother;
    emitBranch(next, false);
    flush();
    guard = kNoRegister;
    callOf(name, returned, arguments);
    flush();
    emitBranch(end, false);
    flush();
    bind(next);
  }
  pending.push_back({.kind = StepKind::Trap});
  flush();
  bind(end);
}

} // namespace warplaw::ptx
