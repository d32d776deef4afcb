// The shifts on a warp (SHIFT-1..3).
#include "concrete/entry.h"
#include "concrete/instructions/shift.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_shift_portable_run(const ShiftForm* form, const Guard* guard, const ShiftChoices* choices,
                                           Warp* warp) {
  runOnWarp<warplaw_shift_plan, warplaw_shift_modifiers, warplaw_shift_portable, ShiftModifiers>(form, guard, choices,
                                                                                                 warp);
}
