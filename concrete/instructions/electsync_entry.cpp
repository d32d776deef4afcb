// elect.sync on a warp, an entry a path (SYNC-7).
#include "concrete/entry.h"
#include "concrete/instructions/electsync.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_electsync_portable_run(const ElectsyncForm* form, const Guard* guard, const ElectsyncChoices* choices,
                                    Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_electsync_plan, warplaw_electsync_modifiers, warplaw_electsync_portable, ElectsyncModifiers>(
      form, guard, choices, warp, exited);
}
void warplaw_electsync_avx512_run(const ElectsyncForm* form, const Guard* guard, const ElectsyncChoices* choices,
                                  Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_electsync_plan, warplaw_electsync_modifiers, warplaw_electsync_avx512, ElectsyncModifiers>(
      form, guard, choices, warp, exited);
}
}
