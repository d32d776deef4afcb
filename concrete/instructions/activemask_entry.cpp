// activemask on a warp (SYNC-6).
#include "concrete/entry.h"
#include "concrete/instructions/activemask.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_activemask_portable_run(const ActivemaskForm* form, const Guard* guard,
                                                const ActivemaskChoices* choices, Warp* warp) {
  runOnWarp<warplaw_activemask_plan, warplaw_activemask_modifiers, warplaw_activemask_portable, ActivemaskModifiers>(
      form, guard, choices, warp);
}
