#include "fuzz/placement.h"
#include <algorithm>
#include <cstring>

namespace warplaw::fuzz {

std::uint8_t RegisterPicker::any() {
  if (dice_.oneIn(16))
    return spec::kZeroRegister;
  std::uint32_t chosen = dice_.oneIn(6) ? 254 - dice_.below(4) : dice_.below(12);
  if (!picked_.empty() && dice_.oneIn(2)) {
    chosen = picked_[dice_.below(static_cast<std::uint32_t>(picked_.size()))];
    if (dice_.oneIn(3))
      chosen = std::min(chosen + 1 + dice_.below(2), spec::kRegisters - 1);
  }
  picked_.push_back(static_cast<std::uint8_t>(chosen));
  return picked_.back();
}

std::uint32_t OperandDice::immediate(unsigned bits) {
  const std::uint32_t greatest = bits < 32 ? (1u << bits) - 1 : ~0u, half = 1u << (bits - 1);
  const std::uint32_t boundaries[] = {0, 1, half - 1, half, greatest - 1, greatest};
  if (values_.empty() || dice_.oneIn(3))
    return boundaries[dice_.below(std::size(boundaries))];
  return values_[dice_.below(static_cast<std::uint32_t>(values_.size()))] & greatest;
}

void OperandDice::draw(void* form, const OperandPlace& operand) {
  for (const auto& [kind, offset] : operand.parts)
    switch (kind) {
    case OperandPart::Register:
      draw(partAt<spec::Register>(form, offset));
      break;
    case OperandPart::Predicate:
      draw(partAt<spec::Predicate>(form, offset));
      break;
    case OperandPart::Guard:
      draw(partAt<spec::Guard>(form, offset));
      break;
    case OperandPart::RegisterOrImmediate:
      draw(partAt<spec::RegisterOrImmediate>(form, offset), operand.about);
      break;
    case OperandPart::Address:
      draw(partAt<spec::Address>(form, offset), operand.about);
      break;
    }
}

void OperandDice::draw(spec::Register& reg) {
  if (!reg.isZero())
    reg.index = pick_.any();
}

void OperandDice::draw(spec::Predicate& predicate) {
  predicate.index = static_cast<std::uint8_t>(dice_.below(spec::kTruePredicate + 1));
}

void OperandDice::draw(spec::Guard& guard) {
  draw(guard.predicate);
  guard.negated = dice_.oneIn(2);
}

void OperandDice::draw(spec::RegisterOrImmediate& operand, const spec::About& about) {
  if (dice_.oneIn(3))
    operand = {true, immediate(about.immediateBits)};
  else
    operand = {false, pick_.any()};
}

/// Mostly the base alone, so that lanes still meet; [RZ + offset] for [offset]: the same bits (ATOMS-2).
void OperandDice::draw(spec::Address& address, const spec::About& about) {
  if (address.hasBase)
    address.base.index = pick_.any();
  else if (dice_.oneIn(2))
    address.hasBase = true;
  if (dice_.oneIn(8))
    address.offset = immediate(about.immediateBits) / about.unit * about.unit;
}

void fillRegister(spec::Warp& warp, std::uint8_t reg, const std::uint32_t* row, std::uint32_t twist) {
  if (reg == spec::kZeroRegister)
    return;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    warp.registers[reg][lane] = row[lane] ^ twist;
}

void guardLanes(spec::Case& c, std::uint32_t exec, Dice& dice) {
  c.instruction.guard = {};
  c.warp.active = exec;
  c.warp.helpers = dice.oneIn(2) ? static_cast<std::uint32_t>(dice.next()) : 0;
  if (dice.oneIn(2))
    return;
  const auto idle = static_cast<std::uint32_t>(dice.next()) & ~exec;
  const auto split = static_cast<std::uint32_t>(dice.next());
  c.warp.active = exec | (idle & split);
  const std::uint32_t guard = exec | (idle & ~split);
  c.instruction.guard.predicate.index = static_cast<std::uint8_t>(dice.below(spec::kPredicates));
  c.instruction.guard.negated = dice.oneIn(2);
  c.warp.predicates[c.instruction.guard.predicate.index] = c.instruction.guard.negated ? ~guard : guard;
}

std::uint32_t execLanesPlainly(const spec::Case& c, const spec::Plan& plan) {
  std::uint32_t exec = 0;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const spec::Guard& guard = c.instruction.guard;
    const bool holds = guard.predicate.isTrue() || (c.warp.predicates[guard.predicate.index] >> lane & 1);
    const bool active = c.warp.active >> lane & 1, left = plan.excludesHelpers && (c.warp.helpers >> lane & 1);
    if (active && holds != guard.negated && !left)
      exec |= 1u << lane;
  }
  return exec;
}

void setMasks(spec::Results& results, std::uint32_t exec, bool predicateToo) {
  results.written[0] = exec;
  results.written[1] = 0;
  results.predicateWritten = predicateToo ? exec : 0;
  std::fill(std::begin(results.error), std::end(results.error), std::uint8_t{0});
}

spec::Operands fetchPlainly(const spec::Case& c, const spec::Plan& plan) {
  spec::Operands operands;
  operands.exec = execLanesPlainly(c, plan);
  const std::uint32_t read =
      plan.sourcePredicate == spec::kTruePredicate ? ~0u : c.warp.predicates[plan.sourcePredicate];
  operands.predicate = plan.sourcePredicateNegated ? ~read : read;
  for (unsigned r = 0; r < spec::kSourceRows; ++r) {
    const spec::Source& source = plan.source[r];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (source.kind == spec::SourceKind::Immediate)
        operands.row[r][lane] = source.value;
      if (source.kind == spec::SourceKind::Register && source.value != spec::kZeroRegister)
        operands.row[r][lane] = c.warp.registers[source.value][lane];
    }
  }
  return operands;
}

void writeBackPlainly(spec::Warp& warp, const spec::Plan& plan, std::uint32_t exec, const spec::Results& results) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const bool executes = exec >> lane & 1;
    warp.errors[lane] = executes ? results.error[lane] : 0;
    if (!executes)
      continue;
    for (unsigned r = 0; r < spec::kResultRows; ++r)
      if (plan.destination[r] != spec::kZeroRegister && (results.written[r] >> lane & 1))
        warp.registers[plan.destination[r]][lane] = results.row[r][lane];
    if (plan.destinationPredicate == spec::kTruePredicate || !(results.predicateWritten >> lane & 1))
      continue;
    std::uint32_t& predicate = warp.predicates[plan.destinationPredicate];
    predicate = (predicate & ~(1u << lane)) | (results.predicate & (1u << lane));
  }
}

std::uint32_t wordAt(const spec::SharedMemory& memory, std::size_t at) {
  std::uint32_t word = 0;
  if (at < memory.size())
    std::memcpy(&word, memory.data() + at, std::min<std::size_t>(4, memory.size() - at));
  return word;
}

} // namespace warplaw::fuzz
