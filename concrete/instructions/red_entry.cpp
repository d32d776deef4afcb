// RED on a warp (RED-1..7).
#include "concrete/entry.h"
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_portable_run(const RedForm* form, const Guard* guard, const RedChoices* choices, Warp* warp,
                                         GenericBytes memory, const GenericRegions* regions,
                                         const SpecialInputs* inputs) {
  runOnWarp<warplaw_red_plan, warplaw_red_modifiers, warplaw_red_portable, RedModifiers>(form, guard, choices, warp,
                                                                                         memory, regions, inputs);
}

extern "C" void warplaw_red_avx512_run(const RedForm* form, const Guard* guard, const RedChoices* choices, Warp* warp,
                                       GenericBytes memory, const GenericRegions* regions,
                                       const SpecialInputs* inputs) {
  runOnWarp<warplaw_red_plan, warplaw_red_modifiers, warplaw_red_avx512, RedModifiers>(form, guard, choices, warp,
                                                                                       memory, regions, inputs);
}
