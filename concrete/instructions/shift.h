// The shifts: datapath, plan of its operands, whole instruction (SHIFT-1..3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/shift.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_shift_portable(const spec::ShiftModifiers* modifiers, const spec::Operands* operands,
                            const spec::ShiftChoices* choices, spec::Results* results);
void warplaw_shift_portable_run(const spec::ShiftForm* form, const spec::Guard* guard,
                                const spec::ShiftChoices* choices, spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_shift_plan(const spec::ShiftForm* form, const spec::ShiftChoices* choices, spec::Plan* plan);
void warplaw_shift_modifiers(const spec::ShiftForm* form, spec::ShiftModifiers* modifiers);
}

} // namespace warplaw::concrete
