// IADD: datapath, plan of its operands, whole instruction (IADD-1, IADD-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/iadd.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_iadd_portable(const spec::IaddModifiers* modifiers, const spec::Operands* operands,
                           const spec::IaddChoices* choices, spec::Results* results);
void warplaw_iadd_portable_run(const spec::IaddForm* form, const spec::Guard* guard, const spec::IaddChoices* choices,
                               spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_iadd_plan(const spec::IaddForm* form, const spec::IaddChoices* choices, spec::Plan* plan);
void warplaw_iadd_modifiers(const spec::IaddForm* form, spec::IaddModifiers* modifiers);
}

} // namespace warplaw::concrete
