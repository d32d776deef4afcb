// match.sync: datapaths, plan of its operands, whole instruction (SYNC-4).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/matchsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of results it sets written = {exec, 0}, predicateWritten = exec of match.all, otherwise 0, and error = None in all
/// lanes; row 0 and, of match.all, predicate change in the lanes of exec, and nothing else. Pointers do not alias.
using MatchsyncDatapath = void(const spec::MatchsyncModifiers* modifiers, const spec::Operands* operands,
                               const spec::MatchsyncChoices* choices, const spec::ExitedLanes* exited,
                               spec::Results* results);
/// The whole instruction.
using MatchsyncEntry = void(const spec::MatchsyncForm* form, const spec::Guard* guard,
                            const spec::MatchsyncChoices* choices, spec::Warp* warp, const spec::ExitedLanes* exited);

extern "C" {
MatchsyncDatapath warplaw_matchsync_portable, warplaw_matchsync_avx512;
MatchsyncEntry warplaw_matchsync_portable_run, warplaw_matchsync_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_matchsync_plan(const spec::MatchsyncForm* form, const spec::MatchsyncChoices* choices, spec::Plan* plan);
void warplaw_matchsync_modifiers(const spec::MatchsyncForm* form, spec::MatchsyncModifiers* modifiers);
}

} // namespace warplaw::concrete
