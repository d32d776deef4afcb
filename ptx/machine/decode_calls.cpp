// Branches, and calls, which are inlined (PTX-5, PTX-18).
#include "ptx/machine/decoder.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr unsigned kMostCopied = 128; // bytes of one CopyParam

/// Functions of other modules that are none of our business.
struct OtherFunction {
  std::string_view name, what;
};
constexpr OtherFunction kDeviceHeap[] = {{"malloc", "malloc: the device's heap"}, {"free", "free: the device's heap"}};

template <class Of> const Of* as(const Operand& operand) { return std::get_if<Of>(&operand.value); }

} // namespace

void Decoder::emitBranch(std::uint32_t label, bool isUniform) {
  Step step{.kind = StepKind::Branch};
  step.isUniform = isUniform;
  step.target = label;
  pending.push_back(step);
}

void Decoder::branch() {
  Pieces pieces(*this);
  const bool isUniform = pieces.take("uni");
  pieces.end();
  needOperands(1);
  const auto* const name = as<Name>(operand(0));
  emitBranch(labelNamed(name ? name->text : ""), isUniform);
}

void Decoder::branchIndexed() {
  Pieces pieces(*this);
  if (!pieces.take("idx"))
    rejectOpcode();
  Step step{.kind = StepKind::BranchIndexed};
  step.isUniform = pieces.take("uni");
  pieces.end();
  needOperands(2);
  step.src[0] = source(operand(0), spec::scalar::kU32);
  const auto* const name = as<Name>(operand(1));
  const Named* const list = name ? scope->find(name->text) : nullptr;
  if (!list || list->kind != Named::Kind::List || list->list->kind != Targets::Kind::Branch)
    reject("PTX-18", "brx.idx has no list of targets", "the label of a .branchtargets");
  for (const std::string& target : list->list->names)
    step.targets.push_back(labelNamed(target));
  pending.push_back(std::move(step));
}

void Decoder::leave() {
  needOperands(0);
  pending.push_back({.kind = StepKind::Exit});
}

void Decoder::returnFrom() {
  Pieces pieces(*this);
  const bool isUniform = pieces.take("uni");
  pieces.end();
  needOperands(0);
  if (callers.size() == 1)
    pending.push_back({.kind = StepKind::Exit});
  else
    emitBranch(instance.end, isUniform);
}

void Decoder::trap() {
  needOperands(0);
  pending.push_back({.kind = StepKind::Trap});
}

/// call{.uni} {(returned),} name {, (arguments)} {, list of targets}
void Decoder::call() {
  Pieces pieces(*this);
  pieces.take("uni");
  pieces.end();
  const std::size_t count = at->operands.size();
  const auto* const returned = count ? as<Operand::List>(operand(0)) : nullptr;
  const std::size_t which = returned ? 1 : 0;
  const auto* const name = which < count ? as<Name>(operand(which)) : nullptr;
  if (!name)
    reject("PTX-18", "a call without a function", "call (results), function, (arguments)");
  const auto* const arguments = which + 1 < count ? as<Operand::List>(operand(which + 1)) : nullptr;
  const std::size_t behind = which + 1 + (arguments ? 1 : 0);
  const bool isIndirect = scope->find(name->text) != nullptr;
  if (behind + isIndirect < count)
    reject("PTX-18", fmt::format("the call of {} has {} operands", name->text, count),
           "call (results), function, (arguments)");
  // lanes that do not call go past it
  std::optional<std::uint32_t> past;
  if (guard != kNoRegister) {
    past = newLabel();
    guardNegated = !guardNegated;
    emitBranch(*past, false);
    flush();
    guard = kNoRegister;
    guardNegated = false;
  }
  const Operands results = returned ? returned->parts : Operands{}, given = arguments ? arguments->parts : Operands{};
  if (isIndirect)
    callThrough(operand(which), results, given, behind < count ? &operand(behind) : nullptr);
  else
    callOf(name->text, results, given);
  flush();
  if (past)
    bind(*past);
}

void Decoder::callOf(const std::string& name, const Operands& returned, const Operands& arguments) {
  const auto found = functions.find(name);
  if (found == functions.end())
    reject("PTX-18", fmt::format("there is no function '{}'", name), "a function of the module");
  const Function& function = *found->second;
  if (builtin(name, returned))
    return;
  for (const OtherFunction& each : kDeviceHeap)
    if (name == each.name)
      notSupported(std::string(each.what));
  if (!function.body)
    notSupported(fmt::format("call of {}: functions without a body", name));
  if (std::ranges::count(callers, &function))
    notSupported(fmt::format("call of {}: recursion", name));
  if (returned.size() != function.returned.size() || arguments.size() != function.parameters.size())
    reject("PTX-18",
           fmt::format("{} is called with {} results and {} arguments", name, returned.size(), arguments.size()),
           fmt::format("{} results, {} arguments", function.returned.size(), function.parameters.size()));
  inlined(function, returned, arguments);
}

/// What the runtime has: vprintf's text is not printed, __assertfail ends the launch.
bool Decoder::builtin(const std::string& name, const Operands& returned) {
  if (name == "__assertfail") {
    pending.push_back({.kind = StepKind::Trap});
    return true;
  }
  if (name != "vprintf")
    return false;
  note(fmt::format("{}: note: vprintf prints nothing here", at->place.line));
  pending.push_back({.kind = StepKind::Nothing});
  for (const Operand& result : returned)
    giveZero(result);
  return true;
}

void Decoder::giveZero(const Operand& operand) {
  if (const auto to = registerOf(operand))
    return copy(to->index, {.kind = Source::Kind::Immediate}, to->type);
  const auto* const name = as<Name>(operand);
  const Named* const to = name ? scope->find(name->text) : nullptr;
  if (!to || to->space != Space::Param)
    reject("PTX-18", "a result of the call is no parameter", "a .param variable, a register");
  Step step{.kind = StepKind::Store, .width = static_cast<std::uint8_t>(to->type.width() / 8), .space = Space::Param};
  step.type = step.sourceType = to->type;
  step.src[0] = {.kind = Source::Kind::Immediate, .value = to->address};
  step.src[1] = {.kind = Source::Kind::Immediate};
  pending.push_back(step);
}

void Decoder::inlined(const Function& function, const Operands& returned, const Operands& arguments) {
  Names callee{&moduleScope};
  Names* const caller = scope;
  const Instruction* const call = at;
  scope = &callee;
  for (const std::vector<Variable>* const all : {&function.returned, &function.parameters})
    for (const Variable& formal : *all)
      declare(formal);
  scope = caller;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    pass(function.parameters[i], callee.names.at(function.parameters[i].name), arguments[i]);
  flush();

  const Instance outer = std::exchange(instance, {&function, newLabel()});
  callers.push_back(&function);
  scope = &callee;
  block(*function.body);
  bind(instance.end);
  scope = caller;
  callers.pop_back();
  instance = outer;
  at = call;

  firstTemporary = kernel.registers.size();
  for (std::size_t i = 0; i < returned.size(); ++i)
    give(function.returned[i], callee.names.at(function.returned[i].name), returned[i]);
}

/// An argument: to the callee's register, or its parameter memory.
void Decoder::pass(const Variable& formal, const Named& to, const Operand& actual) {
  const auto* const name = as<Name>(actual);
  const Named* const from = name ? scope->find(name->text) : nullptr;
  if (from && from->kind == Named::Kind::Variable && from->space == Space::Param) {
    if (formal.space == Space::Param)
      return copyParam(to, *from);
    reject("PTX-18", fmt::format("'{}' is a .param variable, and '{}' a register", name->text, formal.name),
           "a register, a number");
  }
  if (formal.space == Space::Register) {
    const Operands parts = partsOf(actual);
    if (parts.size() != to.vector)
      reject("PTX-18", fmt::format("'{}' has {} parts", formal.name, to.vector), "as many");
    for (std::uint32_t part = 0; part < to.vector; ++part)
      copy(to.index + part, source(parts[part], formal.type), formal.type);
    return;
  }
  Step step{
      .kind = StepKind::Store, .width = static_cast<std::uint8_t>(formal.type.width() / 8), .space = Space::Param};
  step.type = step.sourceType = formal.type;
  step.src[0] = {.kind = Source::Kind::Immediate, .value = to.address};
  step.src[1] = source(actual, formal.type);
  pending.push_back(step);
}

/// A result: from the callee's register, or its parameter memory.
void Decoder::give(const Variable& formal, const Named& from, const Operand& actual) {
  const auto* const name = as<Name>(actual);
  if (name && name->text.empty()) // `_`
    return;
  const Named* const to = name ? scope->find(name->text) : nullptr;
  const bool isParam = to && to->kind == Named::Kind::Variable && to->space == Space::Param;
  if (isParam && formal.space == Space::Param)
    return copyParam(*to, from);
  if (isParam)
    reject("PTX-18", fmt::format("'{}' is a .param variable, and '{}' a register", name->text, formal.name),
           "a register");
  if (formal.space == Space::Register) {
    const Operands parts = partsOf(actual);
    if (parts.size() != from.vector)
      reject("PTX-18", fmt::format("'{}' has {} parts", formal.name, from.vector), "as many");
    for (std::uint32_t part = 0; part < from.vector; ++part)
      copy(destination(parts[part], formal.type), {.kind = Source::Kind::Register, .index = from.index + part},
           formal.type);
    return;
  }
  Step step{.kind = StepKind::Load, .width = static_cast<std::uint8_t>(formal.type.width() / 8), .space = Space::Param};
  step.type = step.sourceType = formal.type;
  step.dst[0] = destination(actual, formal.type);
  step.src[0] = {.kind = Source::Kind::Immediate, .value = from.address};
  pending.push_back(step);
}

void Decoder::copyParam(const Named& to, const Named& from) {
  if (to.bytes != from.bytes)
    reject("PTX-18", fmt::format("a parameter of {} bytes gets {} bytes", to.bytes, from.bytes), "as many bytes");
  for (std::uint64_t done = 0; done < to.bytes; done += kMostCopied) {
    Step step{.kind = StepKind::CopyParam, .space = Space::Param};
    step.width = static_cast<std::uint8_t>(std::min<std::uint64_t>(kMostCopied, to.bytes - done));
    step.offset = static_cast<std::int64_t>(to.address + done);
    step.target = static_cast<std::uint32_t>(from.address + done);
    pending.push_back(step);
  }
}

} // namespace warplaw::ptx
