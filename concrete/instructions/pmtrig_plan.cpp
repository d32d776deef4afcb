// PMTRIG reads and writes no register; what its datapath is told (PM-1).
#include "concrete/instructions/pmtrig.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_pmtrig_plan(const PmtrigForm*, const PmtrigChoices*, Plan* plan) { planOfNothing(plan); }
void warplaw_pmtrig_modifiers(const PmtrigForm* form, PmtrigModifiers* modifiers) {
  modifiers->mask = form->mask.value;
}
}
