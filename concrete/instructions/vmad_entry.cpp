// VMAD on a warp (VID-1, VID-8).
#include "concrete/entry.h"
#include "concrete/instructions/vmad.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vmad_portable_run(const VmadForm* form, const Guard* guard, const VmadChoices* choices,
                                          Warp* warp) {
  runOnWarp<warplaw_vmad_plan, warplaw_vmad_modifiers, warplaw_vmad_portable, VmadModifiers>(form, guard, choices,
                                                                                             warp);
}
