// LOP on a warp (LOP-1, LOP-2).
#include "concrete/entry.h"
#include "concrete/instructions/lop.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_lop_portable_run(const LopForm* form, const Guard* guard, const LopChoices* choices,
                                         Warp* warp) {
  runOnWarp<warplaw_lop_plan, warplaw_lop_modifiers, warplaw_lop_portable, LopModifiers>(form, guard, choices, warp);
}
