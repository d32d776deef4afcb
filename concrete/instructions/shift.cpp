// The shifts' datapath (SHIFT-1, SHIFT-2): in 64 bits, where a shift by 32 is one like any other.
#include "concrete/instructions/shift.h"
#include "concrete/lane.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// What is no ShiftDirection counts as right.
std::uint32_t shifted(const ShiftModifiers* modifiers, const ShiftChoices*, std::uint32_t lane,
                      const Operands* operands) {
  const std::uint32_t a = operands->row[shift_rows::kA][lane];
  const std::uint32_t b = operands->row[shift_rows::kB][lane];
  const std::uint32_t distance = modifiers->wraps ? b % 32 : b < 32 ? b : 32;
  const std::uint64_t zeros = a, signs = static_cast<std::uint64_t>(static_cast<std::int32_t>(a));
  const auto right = static_cast<std::int64_t>(modifiers->isUnsigned ? zeros : signs) >> distance;
  const bool isLeft = modifiers->direction == static_cast<std::uint32_t>(ShiftDirection::Left);
  return static_cast<std::uint32_t>(isLeft ? zeros << distance : static_cast<std::uint64_t>(right));
}
} // namespace

WARPLAW_LANE_DATAPATH(Shift, shift, portable, shifted)

// Which operands the shifts fetch and write back, and what their datapath is told (SHIFT-1..3).
extern "C" {
void warplaw_shift_plan(const ShiftForm* form, const ShiftChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  readsRegister(&plan->source[shift_rows::kA], form->ra);
  readsSigned20(&plan->source[shift_rows::kB], form->rb);
}
void warplaw_shift_modifiers(const ShiftForm* form, ShiftModifiers* modifiers) {
  modifiers->direction = static_cast<std::uint32_t>(form->direction);
  modifiers->isUnsigned = form->isUnsigned;
  modifiers->wraps = form->wraps;
}
}
