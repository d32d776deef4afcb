// FLO on a warp (FLO-1..3).
#include "concrete/entry.h"
#include "concrete/instructions/flo.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_flo_portable_run(const FloForm* form, const Guard* guard, const FloChoices* choices,
                                         Warp* warp) {
  runOnWarp<warplaw_flo_plan, warplaw_flo_modifiers, warplaw_flo_portable, FloModifiers>(form, guard, choices, warp);
}
