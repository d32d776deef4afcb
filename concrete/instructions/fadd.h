// FADD: datapath, plan of its operands, whole instruction (FADD-1, FADD-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/fadd.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias. The processor must round to nearest even and keep
/// denormals, as it does unless a process asks for something else.
void warplaw_fadd_portable(const spec::FaddModifiers* modifiers, const spec::Operands* operands,
                           const spec::FaddChoices* choices, spec::Results* results);
void warplaw_fadd_portable_run(const spec::FaddForm* form, const spec::Guard* guard, const spec::FaddChoices* choices,
                               spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_fadd_plan(const spec::FaddForm* form, const spec::FaddChoices* choices, spec::Plan* plan);
void warplaw_fadd_modifiers(const spec::FaddForm* form, spec::FaddModifiers* modifiers);
}

} // namespace warplaw::concrete
