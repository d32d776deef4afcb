// S2R on a warp (SR-1, SR-2, SR-3).
#include "concrete/entry.h"
#include "concrete/instructions/s2r.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_s2r_portable_run(const S2rForm* form, const Guard* guard, const S2rChoices* choices, Warp* warp,
                                         const SpecialInputs* inputs) {
  runOnWarp<warplaw_s2r_plan, warplaw_s2r_modifiers, warplaw_s2r_portable, S2rModifiers>(form, guard, choices, warp,
                                                                                         inputs);
}
