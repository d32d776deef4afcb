// VOTE on a warp, an entry a path (VOTE-1..3).
#include "concrete/entry.h"
#include "concrete/instructions/vote.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_vote_portable_run(const VoteForm* form, const Guard* guard, const VoteChoices* choices, Warp* warp) {
  runOnWarp<warplaw_vote_plan, warplaw_vote_modifiers, warplaw_vote_portable, VoteModifiers>(form, guard, choices,
                                                                                             warp);
}
void warplaw_vote_avx512_run(const VoteForm* form, const Guard* guard, const VoteChoices* choices, Warp* warp) {
  runOnWarp<warplaw_vote_plan, warplaw_vote_modifiers, warplaw_vote_avx512, VoteModifiers>(form, guard, choices, warp);
}
}
