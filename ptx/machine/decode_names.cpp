// Names: what is declared, in which scope (PTX-1, PTX-3).
#include "ptx/machine/decoder.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

constexpr std::uint32_t kMostRegisters = 1u << 24; // a count beyond is a mistake, and memory for nothing

} // namespace

const Named* Names::find(std::string_view name) const {
  for (const Names* each = this; each; each = each->outer)
    if (const auto found = each->names.find(name); found != each->names.end())
      return &found->second;
  return nullptr;
}

void Decoder::declareAs(const std::string& name, const Named& named, const Place& place) {
  if (!scope->names.emplace(name, named).second)
    rejectAt(place, "PTX-1", fmt::format("'{}' is declared twice in one scope", name), "another name");
}

std::uint32_t Decoder::newRegister(const std::string& name, Type type) {
  if (kernel.registers.size() >= kMostRegisters)
    reject("PTX-5", fmt::format("more than {} registers", kMostRegisters));
  kernel.registers.push_back({name, type});
  return static_cast<std::uint32_t>(kernel.registers.size() - 1);
}

std::uint32_t Decoder::newLabel() {
  labels.push_back(kNoRegister);
  return static_cast<std::uint32_t>(labels.size() - 1);
}

void Decoder::bind(std::uint32_t label) { labels[label] = static_cast<std::uint32_t>(kernel.steps.size()); }

void Decoder::declareRegisters(const Variable& variable) {
  static constexpr const char* kLetters = "xyzw";
  const std::uint32_t count = variable.count.value_or(1);
  if (count > kMostRegisters)
    rejectAt(variable.place, "PTX-1", fmt::format("{} registers are too many", count));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string name = variable.count ? variable.name + std::to_string(i) : variable.name;
    Named named{.vector = variable.vector, .type = variable.type};
    for (unsigned part = 0; part < variable.vector; ++part) {
      const std::string own = variable.vector > 1 ? fmt::format("{}.{}", name, kLetters[part & 3]) : name;
      const std::uint32_t index = newRegister(own, variable.type);
      if (part == 0)
        named.index = index;
    }
    declareAs(name, named, variable.place);
  }
}

void Decoder::declare(const Variable& variable) {
  switch (variable.space) {
  case Space::Register:
    return declareRegisters(variable);
  case Space::Shared:
    return declareAs(variable.name, sharedOf.at(&variable), variable.place);
  case Space::Local:
    return declareAs(variable.name, placeLocal(variable), variable.place);
  case Space::Param:
    return declareAs(variable.name, placeParam(variable), variable.place);
  default: // .global and .const of a function: placed with the module's
    return;
  }
}

void Decoder::declareLabels(const Block& block) {
  for (const Statement& statement : block.statements) {
    if (const auto* const label = std::get_if<Label>(&statement))
      declareAs(label->name, {.kind = Named::Kind::Label, .index = newLabel()}, label->place);
    if (const auto* const targets = std::get_if<Targets>(&statement))
      declareAs(targets->label, {.kind = Named::Kind::List, .list = targets}, targets->place);
  }
}

std::uint32_t Decoder::labelNamed(const std::string& name) const {
  const Named* const found = scope->find(name);
  if (!found || found->kind != Named::Kind::Label)
    reject("PTX-1", fmt::format("there is no label '{}'", name), "a label of the function");
  return found->index;
}

std::uint32_t Decoder::carry() {
  if (instance.carry == kNoRegister)
    instance.carry = newRegister("CC.CF", spec::scalar::kPred);
  return instance.carry;
}

} // namespace warplaw::ptx
