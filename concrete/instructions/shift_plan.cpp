// Which operands the shifts fetch and write back, and what their datapath is told (SHIFT-1..3).
#include "concrete/instructions/shift.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

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
