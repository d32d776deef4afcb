// The shifts' encoding, written from rules SHIFT-1, SHIFT-2 and SHIFT-3 alone.
#pragma once
#include "spec/instructions/shift_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using ShiftFormTerms = spec::ShiftFormIn<AsTerms>;
using ShiftModifierTerms = spec::ShiftModifiersIn<AsTerms>;
using ShiftChoiceTerms = spec::ShiftChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::shift_rows), `lane` (5 bits) does not
/// matter (SHIFT-1, SHIFT-2).
Term shiftLane(const ShiftModifierTerms& modifiers, const ShiftChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields; SHL takes no .U32 (SHIFT-1, SHIFT-3). Width 1.
Term isLegal(const ShiftFormTerms& form);
Term isLegal(const ShiftModifierTerms& modifiers);

/// What a form's datapath is told (SHIFT-1, SHIFT-2).
ShiftModifierTerms shiftModifiers(const ShiftFormTerms& form);
/// Which operands a form reads and writes (SHIFT-1, SHIFT-3); the guard is that of `before`.
PlanTerms shiftPlan(const ShiftFormTerms& form, const ShiftChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
