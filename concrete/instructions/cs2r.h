// CS2R: datapath, plan of its operands, whole instruction (SR-1, SR-3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/cs2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written[0] = exec, written[1] = exec of 64 bits and otherwise 0, predicateWritten = 0 and error =
/// None in all lanes; the words of a row change where its written bit is set, and nowhere else; predicate does not
/// change. Pointers do not alias.
void warplaw_cs2r_portable(const spec::Cs2rModifiers* modifiers, const spec::Operands* operands,
                           const spec::Cs2rChoices* choices, const spec::SpecialInputs* inputs, spec::Results* results);
void warplaw_cs2r_portable_run(const spec::Cs2rForm* form, const spec::Guard* guard, const spec::Cs2rChoices* choices,
                               spec::Warp* warp, const spec::SpecialInputs* inputs);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_cs2r_plan(const spec::Cs2rForm* form, const spec::Cs2rChoices* choices, spec::Plan* plan);
void warplaw_cs2r_modifiers(const spec::Cs2rForm* form, spec::Cs2rModifiers* modifiers);
}

} // namespace warplaw::concrete
