// IADD on a warp (IADD-1, IADD-2).
#include "concrete/entry.h"
#include "concrete/instructions/iadd.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_iadd_portable_run(const IaddForm* form, const Guard* guard, const IaddChoices* choices,
                                          Warp* warp) {
  runOnWarp<warplaw_iadd_plan, warplaw_iadd_modifiers, warplaw_iadd_portable, IaddModifiers>(form, guard, choices,
                                                                                             warp);
}
