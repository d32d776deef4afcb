// POPC's encoding, written from rules POPC-1 and POPC-2 alone.
#pragma once
#include "spec/instructions/popc_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using PopcFormTerms = spec::PopcFormIn<AsTerms>;
using PopcModifierTerms = spec::PopcModifiersIn<AsTerms>;
using PopcChoiceTerms = spec::PopcChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::popc_rows), `lane` (5 bits) does not
/// matter (POPC-1).
Term popcLane(const PopcModifierTerms& modifiers, const PopcChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields; a number takes no ~ (POPC-2). Width 1.
Term isLegal(const PopcFormTerms& form);
Term isLegal(const PopcModifierTerms& modifiers);

/// What a form's datapath is told (POPC-1).
PopcModifierTerms popcModifiers(const PopcFormTerms& form);
/// Which operand a form reads, and what it writes (POPC-1, POPC-2); the guard is that of `before`.
PlanTerms popcPlan(const PopcFormTerms& form, const PopcChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
