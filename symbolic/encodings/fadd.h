// FADD's encoding, written from rules FADD-1 and FADD-2 alone.
#pragma once
#include "spec/instructions/fadd_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using FaddFormTerms = spec::FaddFormIn<AsTerms>;
using FaddModifierTerms = spec::FaddModifiersIn<AsTerms>;
using FaddChoiceTerms = spec::FaddChoicesIn<AsTerms>;

/// What is added: the number, its sign bit changed unless `negates` is 0 (FADD-1).
Term faddOperand(Term negates, Term number);
/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::fadd_rows), `lane` (5 bits) does not
/// matter (FADD-1).
Term faddLane(const FaddModifierTerms& modifiers, const FaddChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields (FADD-1). Width 1.
Term isLegal(const FaddFormTerms& form);
Term isLegal(const FaddModifierTerms& modifiers);

/// What a form's datapath is told (FADD-1).
FaddModifierTerms faddModifiers(const FaddFormTerms& form);
/// Which operands a form reads and writes (FADD-1); the guard is that of `before`.
PlanTerms faddPlan(const FaddFormTerms& form, const FaddChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
