#include "fuzz/placement.h"

namespace warplaw::fuzz {

std::uint8_t RegisterPicker::aligned(unsigned alignment, unsigned greatest, bool zeroAllowed) {
  if (zeroAllowed && dice_.oneIn(16))
    return spec::kZeroRegister;
  if (!picked_.empty() && dice_.oneIn(3)) {
    const std::uint8_t again = picked_[dice_.below(static_cast<std::uint32_t>(picked_.size()))];
    if (again % alignment == 0 && again <= greatest)
      return again;
  }
  const unsigned low = dice_.below(12) * alignment;
  const unsigned chosen = dice_.oneIn(6) || low > greatest ? greatest / alignment * alignment : low;
  picked_.push_back(static_cast<std::uint8_t>(chosen));
  return static_cast<std::uint8_t>(chosen);
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

} // namespace warplaw::fuzz
