// match.sync on a warp, an entry a path (SYNC-4).
#include "concrete/entry.h"
#include "concrete/instructions/matchsync.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_matchsync_portable_run(const MatchsyncForm* form, const Guard* guard, const MatchsyncChoices* choices,
                                    Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_matchsync_plan, warplaw_matchsync_modifiers, warplaw_matchsync_portable, MatchsyncModifiers>(
      form, guard, choices, warp, exited);
}
void warplaw_matchsync_avx512_run(const MatchsyncForm* form, const Guard* guard, const MatchsyncChoices* choices,
                                  Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_matchsync_plan, warplaw_matchsync_modifiers, warplaw_matchsync_avx512, MatchsyncModifiers>(
      form, guard, choices, warp, exited);
}
}
