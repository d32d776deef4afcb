// BAR on a warp (BAR-1..4).
#include "concrete/entry.h"
#include "concrete/instructions/bar.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_bar_portable_run(const BarForm* form, const Guard* guard, const BarChoices* choices, Warp* warp,
                                         const SpecialInputs* inputs, Barriers* barriers) {
  runOnWarp<warplaw_bar_plan, warplaw_bar_modifiers, warplaw_bar_portable, BarModifiers>(form, guard, choices, warp,
                                                                                         inputs, barriers);
}
