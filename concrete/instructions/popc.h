// POPC: datapath, plan of its operands, whole instruction (POPC-1, POPC-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/popc.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_popc_portable(const spec::PopcModifiers* modifiers, const spec::Operands* operands,
                           const spec::PopcChoices* choices, spec::Results* results);
void warplaw_popc_portable_run(const spec::PopcForm* form, const spec::Guard* guard, const spec::PopcChoices* choices,
                               spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_popc_plan(const spec::PopcForm* form, const spec::PopcChoices* choices, spec::Plan* plan);
void warplaw_popc_modifiers(const spec::PopcForm* form, spec::PopcModifiers* modifiers);
}

} // namespace warplaw::concrete
