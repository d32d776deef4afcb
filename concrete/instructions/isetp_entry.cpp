// ISETP on a warp (ISETP-1..3).
#include "concrete/entry.h"
#include "concrete/instructions/isetp.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_isetp_portable_run(const IsetpForm* form, const Guard* guard, const IsetpChoices* choices,
                                           Warp* warp) {
  runOnWarp<warplaw_isetp_plan, warplaw_isetp_modifiers, warplaw_isetp_portable, IsetpModifiers>(form, guard, choices,
                                                                                                 warp);
}
