// shfl.sync on a warp, an entry a path (SYNC-2).
#include "concrete/entry.h"
#include "concrete/instructions/shflsync.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_shflsync_portable_run(const ShflsyncForm* form, const Guard* guard, const ShflsyncChoices* choices,
                                   Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_shflsync_plan, warplaw_shflsync_modifiers, warplaw_shflsync_portable, ShflsyncModifiers>(
      form, guard, choices, warp, exited);
}
void warplaw_shflsync_avx512_run(const ShflsyncForm* form, const Guard* guard, const ShflsyncChoices* choices,
                                 Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_shflsync_plan, warplaw_shflsync_modifiers, warplaw_shflsync_avx512, ShflsyncModifiers>(
      form, guard, choices, warp, exited);
}
}
