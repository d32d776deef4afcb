// SHFL on a warp, an entry a path (SHFL-1..9).
#include "concrete/entry.h"
#include "concrete/instructions/shfl.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_shfl_portable_run(const ShflForm* form, const Guard* guard, const ShflChoices* choices, Warp* warp) {
  runOnWarp<warplaw_shfl_plan, warplaw_shfl_modifiers, warplaw_shfl_portable, ShflModifiers>(form, guard, choices,
                                                                                             warp);
}
void warplaw_shfl_avx2_run(const ShflForm* form, const Guard* guard, const ShflChoices* choices, Warp* warp) {
  runOnWarp<warplaw_shfl_plan, warplaw_shfl_modifiers, warplaw_shfl_avx2, ShflModifiers>(form, guard, choices, warp);
}
void warplaw_shfl_avx512_run(const ShflForm* form, const Guard* guard, const ShflChoices* choices, Warp* warp) {
  runOnWarp<warplaw_shfl_plan, warplaw_shfl_modifiers, warplaw_shfl_avx512, ShflModifiers>(form, guard, choices, warp);
}
}
