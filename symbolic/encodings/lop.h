// LOP's encoding, written from rules LOP-1 and LOP-2 alone.
#pragma once
#include "spec/instructions/lop_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using LopFormTerms = spec::LopFormIn<AsTerms>;
using LopModifierTerms = spec::LopModifiersIn<AsTerms>;
using LopChoiceTerms = spec::LopChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::lop_rows), `lane` (5 bits) does not
/// matter (LOP-1).
Term lopLane(const LopModifierTerms& modifiers, const LopChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields; a number takes no ~ (LOP-2). Width 1.
Term isLegal(const LopFormTerms& form);
Term isLegal(const LopModifierTerms& modifiers);

/// What a form's datapath is told (LOP-1).
LopModifierTerms lopModifiers(const LopFormTerms& form);
/// Which operands a form reads and writes (LOP-1, LOP-2); the guard is that of `before`.
PlanTerms lopPlan(const LopFormTerms& form, const LopChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
