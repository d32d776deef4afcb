// IADD's encoding, written from rules IADD-1, IADD-2 and IADD-3 alone.
#pragma once
#include "spec/instructions/iadd_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using IaddFormTerms = spec::IaddFormIn<AsTerms>;
using IaddModifierTerms = spec::IaddModifiersIn<AsTerms>;
using IaddChoiceTerms = spec::IaddChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::iadd_rows), `lane` (5 bits) does not
/// matter (IADD-1).
Term iaddLane(const IaddModifierTerms& modifiers, const IaddChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields, and what may be negated (IADD-2, IADD-3). Width 1.
Term isLegal(const IaddFormTerms& form);
Term isLegal(const IaddModifierTerms& modifiers);

/// What a form's datapath is told (IADD-1).
IaddModifierTerms iaddModifiers(const IaddFormTerms& form);
/// Which operands a form reads and writes (IADD-1, IADD-2); the guard is that of `before`.
PlanTerms iaddPlan(const IaddFormTerms& form, const IaddChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
