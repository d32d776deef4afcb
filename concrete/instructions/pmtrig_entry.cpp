// PMTRIG on a warp (PM-1, PM-2).
#include "concrete/entry.h"
#include "concrete/instructions/pmtrig.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_pmtrig_portable_run(const PmtrigForm* form, const Guard* guard, const PmtrigChoices* choices,
                                            Warp* warp, Counters* counters) {
  runOnWarp<warplaw_pmtrig_plan, warplaw_pmtrig_modifiers, warplaw_pmtrig_portable, PmtrigModifiers>(
      form, guard, choices, warp, counters);
}
