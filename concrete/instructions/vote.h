// VOTE: datapaths, plan of its operands, whole instruction (VOTE-1..3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/vote.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Of results it sets written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate
/// change in the lanes of exec, and nowhere else; row 1 does not change. Pointers do not alias.
using VoteDatapath = void(const spec::VoteModifiers* modifiers, const spec::Operands* operands,
                          const spec::VoteChoices* choices, spec::Results* results);
/// The whole instruction.
using VoteEntry = void(const spec::VoteForm* form, const spec::Guard* guard, const spec::VoteChoices* choices,
                       spec::Warp* warp);

extern "C" {
VoteDatapath warplaw_vote_portable, warplaw_vote_avx512;
VoteEntry warplaw_vote_portable_run, warplaw_vote_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_vote_plan(const spec::VoteForm* form, const spec::VoteChoices* choices, spec::Plan* plan);
void warplaw_vote_modifiers(const spec::VoteForm* form, spec::VoteModifiers* modifiers);
}

} // namespace warplaw::concrete
