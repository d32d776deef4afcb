// Variables in memory: where each lies, and what it holds at first (PTX-1, PTX-14).
#include "ptx/machine/decoder.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/reserved.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <bit>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

std::uint64_t alignedUp(std::uint64_t at, std::uint64_t alignment) {
  return alignment ? (at + alignment - 1) / alignment * alignment : at;
}

std::uint64_t elementBytes(const Variable& variable) { return (variable.type.width() + 7) / 8; }

std::uint64_t bytesOf(const Variable& variable) {
  std::uint64_t bytes = elementBytes(variable) * variable.vector;
  for (const std::uint64_t dimension : variable.dimensions)
    bytes *= dimension;
  return bytes;
}

std::uint64_t alignmentOf(const Variable& variable) {
  return variable.alignment ? variable.alignment : elementBytes(variable) * variable.vector;
}

Named placedAt(const Variable& variable, std::uint64_t address) {
  return {.kind = Named::Kind::Variable,
          .type = variable.type,
          .space = variable.space,
          .address = address,
          .bytes = bytesOf(variable)};
}

/// A variable behind those that are there: `end` is where they end. It was looked at before whether it fits.
template <class Size> Named placedBehind(const Variable& variable, Size& end) {
  const std::uint64_t address = alignedUp(end, alignmentOf(variable));
  end = static_cast<Size>(address + bytesOf(variable));
  return placedAt(variable, address);
}

bool isDynamic(const Variable& variable) {
  return variable.space == Space::Shared && (variable.isExtern || std::ranges::count(variable.dimensions, 0u) > 0);
}

template <class Do> void eachVariable(const Block& block, const Do& action) {
  for (const Statement& statement : block.statements)
    if (const auto* const variable = std::get_if<Variable>(&statement))
      action(*variable);
    else if (const auto* const inner = std::get_if<std::unique_ptr<Block>>(&statement))
      eachVariable(**inner, action);
}

/// Places the reserved shared memory of a kernel that asks for it. The implementation chooses what it holds when a
/// block begins: 0 here.
void placeReserved(Kernel& kernel) {
  const std::uint64_t address = alignedUp(kernel.staticSharedBytes, kReservedAlignment);
  kernel.variables.push_back({std::string(kReserved), Space::Shared, address, kReservedBytes,
                              std::vector<std::uint8_t>(kReservedBytes), false});
  kernel.staticSharedBytes = static_cast<std::uint32_t>(address + kReservedBytes);
}

} // namespace

bool isNamedIn(std::string_view text, std::string_view name, std::string_view marks) {
  const auto isOfName = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || marks.find(text[at]) != marks.npos);
  };
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
    if ((at == 0 || !isOfName(at - 1)) && !isOfName(at + name.size()))
      return true;
  return false;
}

bool namesDynamicShared(const Module& module, const Kernel& kernel) {
  bool isNamed = false;
  const auto look = [&](const Variable& variable) {
    isNamed |= isDynamic(variable) && std::ranges::any_of(kernel.texts, [&](const auto& text) {
                 return isNamedIn(text, variable.name, "_$%");
               });
  };
  for (const Global& global : module.globals)
    if (const auto* const variable = std::get_if<Variable>(&global))
      look(*variable);
    else if (const auto& body = std::get<Function>(global).body)
      eachVariable(*body, look);
  return isNamed;
}

std::uint64_t Decoder::addressOf(const Variable::Initial& initial, const Place& place) {
  const auto& sum = std::get<Operand::Sum>(initial.value);
  const Named* const found = moduleScope.find(sum.name);
  if (!found && functions.contains(sum.name) && !sum.offset)
    return addressOfFunction(sum.name);
  if (!found || found->kind != Named::Kind::Variable)
    rejectAt(place, "PTX-1", fmt::format("there is no variable '{}'", sum.name), "a variable of the module");
  const std::uint64_t window = initial.isGeneric && found->space == Space::Shared ? kernel.spaces.sharedWindow : 0;
  return window + found->address + static_cast<std::uint64_t>(sum.offset);
}

void Decoder::initialise(Placed& placed, const Variable& variable) {
  const std::uint64_t size = elementBytes(variable);
  if (variable.initial.size() * size > placed.bytes)
    rejectAt(variable.place, "PTX-1",
             fmt::format("'{}' has {} bytes, its initialiser {}", variable.name, placed.bytes,
                         variable.initial.size() * size));
  for (const Variable::Initial& initial : variable.initial) {
    std::uint64_t bits = 0;
    if (const auto* const number = std::get_if<Number>(&initial.value))
      bits = immediate(*number, variable.type, variable.place);
    else if (bits = addressOf(initial, variable.place); initial.maskByte < 8)
      bits = bits >> 8 * initial.maskByte & 0xff;
    for (std::uint64_t byte = 0; byte < size; ++byte)
      placed.initial.push_back(byte < 8 ? static_cast<std::uint8_t>(bits >> 8 * byte) : 0);
  }
}

void Decoder::placeGlobals() {
  std::uint64_t ends[] = {kernel.spaces.variables, kernel.spaces.constants};
  std::vector<std::pair<const Variable*, std::size_t>> placed;
  const auto place = [&](const Variable& variable) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      return;
    const bool isConstant = variable.space == Space::Const;
    checkFits(variable, ends[isConstant], isConstant ? kernel.spaces.arrays : kernel.spaces.constants);
    Named named = placedBehind(variable, ends[isConstant]);
    named.isElsewhere = variable.isExtern;
    moduleScope.names.insert_or_assign(variable.name, named); // a definition may follow a declaration
    if (variable.isExtern)
      return;
    placed.emplace_back(&variable, kernel.variables.size());
    kernel.variables.push_back({variable.name, variable.space, named.address, named.bytes, {}, isConstant});
  };
  for (const Global& global : module.globals)
    if (const auto* const variable = std::get_if<Variable>(&global))
      place(*variable);
    else if (const auto& function = std::get<Function>(global); function.body)
      eachVariable(*function.body, place);
  for (const auto& [variable, index] : placed) // when all have addresses
    initialise(kernel.variables[index], *variable);
}

/// What lies behind `end` may not reach over `most`.
void Decoder::checkFits(const Variable& variable, std::uint64_t end, std::uint64_t most) const {
  if (alignedUp(end, alignmentOf(variable)) + bytesOf(variable) > most)
    rejectAt(variable.place, "PTX-1",
             fmt::format("'{}' has {} bytes; that is more than there are", variable.name, bytesOf(variable)));
}

Named Decoder::placeOneShared(const Variable& variable) {
  checkFits(variable, kernel.staticSharedBytes, kMostSharedBytes);
  const Named named = placedBehind(variable, kernel.staticSharedBytes);
  kernel.variables.push_back({variable.name, Space::Shared, named.address, named.bytes, {}, false});
  initialise(kernel.variables.back(), variable);
  return named;
}

void Decoder::placeSharedIn(const Block& block, std::set<const Function*>& seen) {
  for (const Statement& statement : block.statements) {
    if (const auto* const variable = std::get_if<Variable>(&statement)) {
      if (variable->space == Space::Shared)
        sharedOf[variable] = isDynamic(*variable) ? placedAt(*variable, 0) : placeOneShared(*variable);
    } else if (const auto* const inner = std::get_if<std::unique_ptr<Block>>(&statement)) {
      placeSharedIn(**inner, seen);
    } else if (const auto* const one = std::get_if<Instruction>(&statement)) {
      for (const Operand& operand : one->operands)
        if (const auto* const name = std::get_if<Name>(&operand.value); !name)
          continue;
        else if (isOfReserved(name->text))
          asksForReserved = true;
        else if (const auto callee = functions.find(name->text); one->opcode[0] == "call" && callee != functions.end())
          placeSharedIn(*callee->second, seen);
    }
  }
}

void Decoder::placeSharedIn(const Function& function, std::set<const Function*>& seen) {
  if (function.body && seen.insert(&function).second)
    placeSharedIn(*function.body, seen);
}

/// All dynamic arrays begin at one place, behind the static ones.
void Decoder::placeDynamic(const Variable& variable) {
  kernel.staticSharedBytes = static_cast<std::uint32_t>(alignedUp(kernel.staticSharedBytes, alignmentOf(variable)));
}

void Decoder::placeShared(const Function& entry) {
  std::vector<const Variable*> dynamic;
  for (const Global& global : module.globals)
    if (const auto* const variable = std::get_if<Variable>(&global); variable && variable->space == Space::Shared) {
      if (isDynamic(*variable))
        dynamic.push_back(variable);
      else
        moduleScope.names.insert_or_assign(variable->name, placeOneShared(*variable));
    }
  std::set<const Function*> seen;
  placeSharedIn(entry, seen);
  if (asksForReserved) // behind what is declared after the first mention, too
    placeReserved(kernel);
  for (const auto& [variable, named] : sharedOf)
    if (isDynamic(*variable))
      dynamic.push_back(variable);
  for (const Variable* const variable : dynamic)
    placeDynamic(*variable);
  for (const Variable* const variable : dynamic) {
    const Named named = placedAt(*variable, kernel.staticSharedBytes);
    if (sharedOf.contains(variable))
      sharedOf[variable] = named;
    else
      moduleScope.names.insert_or_assign(variable->name, named);
  }
}

/// Each inlined call has variables of its own, so that together they may be more than a thread has.
Named Decoder::placeParam(const Variable& variable) {
  checkFits(variable, 0, kMostLocalBytes);
  checkFits(variable, kernel.paramFrameBytes, kWindowBytes);
  return placedBehind(variable, kernel.paramFrameBytes);
}
Named Decoder::placeLocal(const Variable& variable) {
  checkFits(variable, 0, kMostLocalBytes);
  checkFits(variable, kernel.localBytes, kWindowBytes);
  return placedBehind(variable, kernel.localBytes);
}

void Decoder::placeParameters(const Function& entry) {
  for (const Variable& parameter : entry.parameters) {
    const Named named = placeParam(parameter);
    declareAs(parameter.name, named, parameter.place);
    kernel.parameters.push_back({parameter.name, static_cast<std::uint32_t>(named.address),
                                 static_cast<std::uint32_t>(named.bytes), parameter.isPointer});
  }
  kernel.parameterBytes = kernel.paramFrameBytes;
}

} // namespace warplaw::ptx
