// redux.sync on a warp, an entry a path (SYNC-5).
#include "concrete/entry.h"
#include "concrete/instructions/reduxsync.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_reduxsync_portable_run(const ReduxsyncForm* form, const Guard* guard, const ReduxsyncChoices* choices,
                                    Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_reduxsync_plan, warplaw_reduxsync_modifiers, warplaw_reduxsync_portable, ReduxsyncModifiers>(
      form, guard, choices, warp, exited);
}
void warplaw_reduxsync_avx512_run(const ReduxsyncForm* form, const Guard* guard, const ReduxsyncChoices* choices,
                                  Warp* warp, const ExitedLanes* exited) {
  runOnWarp<warplaw_reduxsync_plan, warplaw_reduxsync_modifiers, warplaw_reduxsync_avx512, ReduxsyncModifiers>(
      form, guard, choices, warp, exited);
}
}
