// elect.sync: datapaths, plan of its operands, whole instruction (SYNC-7).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/electsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of results it sets written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate
/// change in the lanes of exec, and nothing else. Pointers do not alias.
using ElectsyncDatapath = void(const spec::ElectsyncModifiers* modifiers, const spec::Operands* operands,
                               const spec::ElectsyncChoices* choices, const spec::ExitedLanes* exited,
                               spec::Results* results);
/// The whole instruction.
using ElectsyncEntry = void(const spec::ElectsyncForm* form, const spec::Guard* guard,
                            const spec::ElectsyncChoices* choices, spec::Warp* warp, const spec::ExitedLanes* exited);

extern "C" {
ElectsyncDatapath warplaw_electsync_portable, warplaw_electsync_avx512;
ElectsyncEntry warplaw_electsync_portable_run, warplaw_electsync_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_electsync_plan(const spec::ElectsyncForm* form, const spec::ElectsyncChoices* choices, spec::Plan* plan);
void warplaw_electsync_modifiers(const spec::ElectsyncForm* form, spec::ElectsyncModifiers* modifiers);
}

} // namespace warplaw::concrete
