// Which register S2R writes back, and what its datapath is told (SR-1).
#include "concrete/instructions/s2r.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_s2r_plan(const S2rForm* form, const S2rChoices*, Plan* plan) { planOfRd(form->rd, plan); }
void warplaw_s2r_modifiers(const S2rForm* form, S2rModifiers* modifiers) {
  modifiers->sr = static_cast<std::uint32_t>(form->sr.name);
}
}
