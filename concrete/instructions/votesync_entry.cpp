// vote.sync on a warp, an entry a path (SYNC-3).
#include "concrete/entry.h"
#include "concrete/instructions/votesync.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_votesync_portable_run(const VotesyncForm* form, const Guard* guard, const VotesyncChoices* choices,
                                   Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_votesync_plan, warplaw_votesync_modifiers, warplaw_votesync_portable, VotesyncModifiers>(
      form, guard, choices, warp, exited);
}
void warplaw_votesync_avx512_run(const VotesyncForm* form, const Guard* guard, const VotesyncChoices* choices,
                                 Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_votesync_plan, warplaw_votesync_modifiers, warplaw_votesync_avx512, VotesyncModifiers>(
      form, guard, choices, warp, exited);
}
}
