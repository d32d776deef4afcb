// B2R: datapath, plan of its operands, whole instruction (BAR-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/b2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate
/// change in the lanes of exec, and nowhere else; row 1 does not change. Pointers do not alias.
void warplaw_b2r_portable(const spec::B2rModifiers* modifiers, const spec::Operands* operands,
                          const spec::B2rChoices* choices, const spec::SpecialInputs* inputs,
                          const spec::Barriers* barriers, spec::Results* results);
void warplaw_b2r_portable_run(const spec::B2rForm* form, const spec::Guard* guard, const spec::B2rChoices* choices,
                              spec::Warp* warp, const spec::SpecialInputs* inputs, const spec::Barriers* barriers);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_b2r_plan(const spec::B2rForm* form, const spec::B2rChoices* choices, spec::Plan* plan);
void warplaw_b2r_modifiers(const spec::B2rForm* form, spec::B2rModifiers* modifiers);
}

} // namespace warplaw::concrete
