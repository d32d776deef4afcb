// VMAD: datapath, plan of its operands, whole instruction (VID-1, VID-8).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/vmad.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_vmad_portable(const spec::VmadModifiers* modifiers, const spec::Operands* operands,
                           const spec::VmadChoices* choices, spec::Results* results);
void warplaw_vmad_portable_run(const spec::VmadForm* form, const spec::Guard* guard, const spec::VmadChoices* choices,
                               spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_vmad_plan(const spec::VmadForm* form, const spec::VmadChoices* choices, spec::Plan* plan);
void warplaw_vmad_modifiers(const spec::VmadForm* form, spec::VmadModifiers* modifiers);
}

} // namespace warplaw::concrete
