// FLO's encoding, written from rules FLO-1, FLO-2 and FLO-3 alone.
#pragma once
#include "spec/instructions/flo_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using FloFormTerms = spec::FloFormIn<AsTerms>;
using FloModifierTerms = spec::FloModifiersIn<AsTerms>;
using FloChoiceTerms = spec::FloChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::flo_rows), `lane` (5 bits) does not
/// matter (FLO-1, FLO-2).
Term floLane(const FloModifierTerms& modifiers, const FloChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields; a number takes no ~ (FLO-3). Width 1.
Term isLegal(const FloFormTerms& form);
Term isLegal(const FloModifierTerms& modifiers);

/// What a form's datapath is told (FLO-1, FLO-2).
FloModifierTerms floModifiers(const FloFormTerms& form);
/// Which operand a form reads, and what it writes (FLO-1, FLO-3); the guard is that of `before`.
PlanTerms floPlan(const FloFormTerms& form, const FloChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
