// shfl.sync: datapaths, plan of its operands, whole instruction (SYNC-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/shflsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of results it sets written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate
/// change in the lanes of exec, and nothing else. Pointers do not alias.
using ShflsyncDatapath = void(const spec::ShflsyncModifiers* modifiers, const spec::Operands* operands,
                              const spec::ShflsyncChoices* choices, const spec::ExitedLanes* exited,
                              spec::Results* results);
/// The whole instruction.
using ShflsyncEntry = void(const spec::ShflsyncForm* form, const spec::Guard* guard,
                           const spec::ShflsyncChoices* choices, spec::Warp* warp, const spec::ExitedLanes* exited);

extern "C" {
ShflsyncDatapath warplaw_shflsync_portable, warplaw_shflsync_avx512;
ShflsyncEntry warplaw_shflsync_portable_run, warplaw_shflsync_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_shflsync_plan(const spec::ShflsyncForm* form, const spec::ShflsyncChoices* choices, spec::Plan* plan);
void warplaw_shflsync_modifiers(const spec::ShflsyncForm* form, spec::ShflsyncModifiers* modifiers);
}

} // namespace warplaw::concrete
