// PMTRIG's datapath: a warp counts once, however many of its lanes execute (PM-1).
#include "concrete/instructions/pmtrig.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_pmtrig_portable(const PmtrigModifiers* modifiers, const Operands* operands,
                                        const PmtrigChoices*, Counters* counters, Results* results) {
  const std::uint32_t triggered = operands->exec ? modifiers->mask : 0;
#pragma clang loop unroll(full)
  for (std::uint32_t n = 0; n < kCounters; ++n)
    counters->count[n] += triggered >> n & 1;
  writesNothing(results);
}

// PMTRIG reads and writes no register; what its datapath is told (PM-1).
extern "C" {
void warplaw_pmtrig_plan(const PmtrigForm*, const PmtrigChoices*, Plan* plan) { planOfNothing(plan); }
void warplaw_pmtrig_modifiers(const PmtrigForm* form, PmtrigModifiers* modifiers) {
  modifiers->mask = form->mask.value;
}
}
