// FADD on a warp (FADD-1, FADD-2).
#include "concrete/entry.h"
#include "concrete/instructions/fadd.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_fadd_portable_run(const FaddForm* form, const Guard* guard, const FaddChoices* choices,
                                          Warp* warp) {
  runOnWarp<warplaw_fadd_plan, warplaw_fadd_modifiers, warplaw_fadd_portable, FaddModifiers>(form, guard, choices,
                                                                                             warp);
}
