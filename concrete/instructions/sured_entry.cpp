// SURED on a warp (SURED-1..9).
#include "concrete/entry.h"
#include "concrete/instructions/sured.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sured_portable_run(const SuredForm* form, const Guard* guard, const SuredChoices* choices,
                                           Warp* warp, GenericBytes memory, const GenericRegions* regions,
                                           const Surfaces* surfaces) {
  runOnWarp<warplaw_sured_plan, warplaw_sured_modifiers, warplaw_sured_portable, SuredModifiers>(
      form, guard, choices, warp, memory, regions, surfaces);
}
