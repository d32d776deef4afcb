// BAR: datapath, plan of its operands, whole instruction (BAR-1..4).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/bar.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written and predicateWritten = 0 and error in all lanes, and nothing else. Pointers do not alias.
void warplaw_bar_portable(const spec::BarModifiers* modifiers, const spec::Operands* operands,
                          const spec::BarChoices* choices, const spec::SpecialInputs* inputs, spec::Barriers* barriers,
                          spec::Results* results);
void warplaw_bar_portable_run(const spec::BarForm* form, const spec::Guard* guard, const spec::BarChoices* choices,
                              spec::Warp* warp, const spec::SpecialInputs* inputs, spec::Barriers* barriers);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_bar_plan(const spec::BarForm* form, const spec::BarChoices* choices, spec::Plan* plan);
void warplaw_bar_modifiers(const spec::BarForm* form, spec::BarModifiers* modifiers);
}

} // namespace warplaw::concrete
