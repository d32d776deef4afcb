// Which registers CS2R writes back, and what its datapath is told (SR-1, SR-3, MACH-3).
#include "concrete/instructions/cs2r.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_cs2r_plan(const Cs2rForm* form, const Cs2rChoices*, Plan* plan) {
  planOfRd(form->rd, plan);
  if (form->size == Cs2rSize::B64)
    plan->destination[1] = form->rd.index == kZeroRegister ? kZeroRegister : form->rd.index + 1u;
}
void warplaw_cs2r_modifiers(const Cs2rForm* form, Cs2rModifiers* modifiers) {
  modifiers->size = static_cast<std::uint32_t>(form->size);
  modifiers->word = static_cast<std::uint32_t>(form->sr.name);
}
}
