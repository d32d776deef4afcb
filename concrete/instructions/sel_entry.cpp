// SEL on a warp (SEL-1, SEL-2).
#include "concrete/entry.h"
#include "concrete/instructions/sel.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sel_portable_run(const SelForm* form, const Guard* guard, const SelChoices* choices,
                                         Warp* warp) {
  runOnWarp<warplaw_sel_plan, warplaw_sel_modifiers, warplaw_sel_portable, SelModifiers>(form, guard, choices, warp);
}
