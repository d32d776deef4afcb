// PMTRIG: datapath, plan of its operands, whole instruction (PM-1, PM-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/pmtrig.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written and predicateWritten = 0 and error = None in all lanes, and nothing else. Pointers do not
/// alias.
void warplaw_pmtrig_portable(const spec::PmtrigModifiers* modifiers, const spec::Operands* operands,
                             const spec::PmtrigChoices* choices, spec::Counters* counters, spec::Results* results);
void warplaw_pmtrig_portable_run(const spec::PmtrigForm* form, const spec::Guard* guard,
                                 const spec::PmtrigChoices* choices, spec::Warp* warp, spec::Counters* counters);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_pmtrig_plan(const spec::PmtrigForm* form, const spec::PmtrigChoices* choices, spec::Plan* plan);
void warplaw_pmtrig_modifiers(const spec::PmtrigForm* form, spec::PmtrigModifiers* modifiers);
}

} // namespace warplaw::concrete
