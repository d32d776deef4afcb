// CS2R on a warp (SR-1, SR-3).
#include "concrete/entry.h"
#include "concrete/instructions/cs2r.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_cs2r_portable_run(const Cs2rForm* form, const Guard* guard, const Cs2rChoices* choices,
                                          Warp* warp, const SpecialInputs* inputs) {
  runOnWarp<warplaw_cs2r_plan, warplaw_cs2r_modifiers, warplaw_cs2r_portable, Cs2rModifiers>(form, guard, choices, warp,
                                                                                             inputs);
}
