// SIMD video on a warp (VID-9..11).
#include "concrete/entry.h"
#include "concrete/instructions/vsimd.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_vsimd_portable_run(const VsimdForm* form, const Guard* guard, const VsimdChoices* choices, Warp* warp) {
  runOnWarp<warplaw_vsimd_plan, warplaw_vsimd_modifiers, warplaw_vsimd_portable, VsimdModifiers>(form, guard, choices,
                                                                                                 warp);
}
void warplaw_vsimd_avx512_run(const VsimdForm* form, const Guard* guard, const VsimdChoices* choices, Warp* warp) {
  runOnWarp<warplaw_vsimd_plan, warplaw_vsimd_modifiers, warplaw_vsimd_avx512, VsimdModifiers>(form, guard, choices,
                                                                                               warp);
}
}
