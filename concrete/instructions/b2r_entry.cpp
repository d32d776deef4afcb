// B2R on a warp (BAR-2).
#include "concrete/entry.h"
#include "concrete/instructions/b2r.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_b2r_portable_run(const B2rForm* form, const Guard* guard, const B2rChoices* choices, Warp* warp,
                                         const SpecialInputs* inputs, const Barriers* barriers) {
  runOnWarp<warplaw_b2r_plan, warplaw_b2r_modifiers, warplaw_b2r_portable, B2rModifiers>(form, guard, choices, warp,
                                                                                         inputs, barriers);
}
