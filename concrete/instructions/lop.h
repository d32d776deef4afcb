// LOP: datapath, plan of its operands, whole instruction (LOP-1, LOP-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/lop.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_lop_portable(const spec::LopModifiers* modifiers, const spec::Operands* operands,
                          const spec::LopChoices* choices, spec::Results* results);
void warplaw_lop_portable_run(const spec::LopForm* form, const spec::Guard* guard, const spec::LopChoices* choices,
                              spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_lop_plan(const spec::LopForm* form, const spec::LopChoices* choices, spec::Plan* plan);
void warplaw_lop_modifiers(const spec::LopForm* form, spec::LopModifiers* modifiers);
}

} // namespace warplaw::concrete
