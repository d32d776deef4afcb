// RED's datapath: where the lanes go, and their turns there (RED-1..7).
#include "concrete/instructions/red.h"
#include "concrete/plan.h"

WARPLAW_RED_DATAPATH(portable, portable, portable)

// Which operands RED fetches (RED-2, MACH-3); it returns nothing, and helper and killed pixels take no part (MACH-7).
namespace {
/// The second register of a pair; that of RZ is RZ (MACH-3).
Register highOf(Register first) {
  return {static_cast<std::uint8_t>(first.index == kZeroRegister ? kZeroRegister : first.index + 1)};
}
} // namespace

extern "C" void warplaw_red_plan(const RedForm* form, const RedChoices*, Plan* plan) {
  planOfNothing(plan);
  plan->excludesHelpers = 1;
  if (form->address.hasBase)
    readsRegister(&plan->source[red_rows::kBase], form->address.base);
  if (form->address.hasBase && form->extended)
    readsRegister(&plan->source[red_rows::kBaseHigh], highOf(form->address.base));
  readsRegister(&plan->source[red_rows::kOperand], form->rb);
  if (isWide(form->size))
    readsRegister(&plan->source[red_rows::kOperandHigh], highOf(form->rb));
}

extern "C" void warplaw_red_modifiers(const RedForm* form, RedModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->size = static_cast<std::uint32_t>(form->size);
  modifiers->extended = form->extended;
  modifiers->imm20 = form->address.offset;
}
