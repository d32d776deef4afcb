// SURED's datapath: where the lanes go, and RED's turns there (SURED-1..9).
#include "concrete/instructions/sured.h"
#include "concrete/plan.h"

WARPLAW_SURED_DATAPATH(portable)

// Which operands SURED fetches (SURED-1, SURED-4, MACH-3); it returns nothing, and helper and killed pixels take no
// part (MACH-7).
namespace {
/// The register `distance` after `first`; after RZ comes RZ (MACH-3).
Register after(Register first, unsigned distance) {
  return {static_cast<std::uint8_t>(first.index == kZeroRegister ? kZeroRegister : first.index + distance)};
}
} // namespace

extern "C" void warplaw_sured_plan(const SuredForm* form, const SuredChoices*, Plan* plan) {
  planOfNothing(plan);
  plan->excludesHelpers = 1;
  const unsigned coordinates = coordinatesOf(form->dim);
  readsRegister(&plan->source[sured_rows::kX], form->coordinates.base);
  if (coordinates > 1)
    readsRegister(&plan->source[sured_rows::kSecond], after(form->coordinates.base, 1));
  if (coordinates > 2)
    readsRegister(&plan->source[sured_rows::kThird], after(form->coordinates.base, 2));
  readsRegister(&plan->source[sured_rows::kOperand], form->rb);
  if (isWide(form->size))
    readsRegister(&plan->source[sured_rows::kOperandHigh], after(form->rb, 1));
  if (!form->handle.isImmediate)
    readsRegister(&plan->source[sured_rows::kHandle], {static_cast<std::uint8_t>(form->handle.value)});
}

extern "C" void warplaw_sured_modifiers(const SuredForm* form, SuredModifiers* modifiers) {
  modifiers->byteAddress = form->byteAddress;
  modifiers->dim = static_cast<std::uint32_t>(form->dim);
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->size = static_cast<std::uint32_t>(form->size);
  modifiers->clamp = static_cast<std::uint32_t>(form->clamp);
  modifiers->isBound = form->handle.isImmediate;
  modifiers->tsPtrIdx = form->handle.isImmediate ? form->handle.value : 0;
}
