// vote.sync: datapaths, plan of its operands, whole instruction (SYNC-3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/votesync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of a ballot it sets written = {exec, 0} and predicateWritten = 0, of the other modes written = {0, 0} and
/// predicateWritten = exec, and error = None in all lanes; row 0 or predicate changes in the lanes of exec, and nothing
/// else. Pointers do not alias.
using VotesyncDatapath = void(const spec::VotesyncModifiers* modifiers, const spec::Operands* operands,
                              const spec::VotesyncChoices* choices, const spec::ExitedLanes* exited,
                              spec::Results* results);
/// The whole instruction.
using VotesyncEntry = void(const spec::VotesyncForm* form, const spec::Guard* guard,
                           const spec::VotesyncChoices* choices, spec::Warp* warp, const spec::ExitedLanes* exited);

extern "C" {
VotesyncDatapath warplaw_votesync_portable, warplaw_votesync_avx512;
VotesyncEntry warplaw_votesync_portable_run, warplaw_votesync_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_votesync_plan(const spec::VotesyncForm* form, const spec::VotesyncChoices* choices, spec::Plan* plan);
void warplaw_votesync_modifiers(const spec::VotesyncForm* form, spec::VotesyncModifiers* modifiers);
}

} // namespace warplaw::concrete
