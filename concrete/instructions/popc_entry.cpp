// POPC on a warp (POPC-1, POPC-2).
#include "concrete/entry.h"
#include "concrete/instructions/popc.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_popc_portable_run(const PopcForm* form, const Guard* guard, const PopcChoices* choices,
                                          Warp* warp) {
  runOnWarp<warplaw_popc_plan, warplaw_popc_modifiers, warplaw_popc_portable, PopcModifiers>(form, guard, choices,
                                                                                             warp);
}
