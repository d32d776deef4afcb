// SEL's encoding, written from rules SEL-1 and SEL-2 alone.
#pragma once
#include "spec/instructions/sel_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using SelFormTerms = spec::SelFormIn<AsTerms>;
using SelModifierTerms = spec::SelModifiersIn<AsTerms>;
using SelChoiceTerms = spec::SelChoicesIn<AsTerms>;

/// The 32 bits of Rd of an executing lane; `words` is what it fetched (spec::sel_rows), `lane` (5 bits) does not
/// matter (SEL-1).
Term selLane(const SelModifierTerms& modifiers, const SelChoiceTerms& choices, Term lane, const LaneWords& words);

/// Ranges of the raw fields (SEL-2, MACH-3). Width 1.
Term isLegal(const SelFormTerms& form);

/// Nothing.
SelModifierTerms selModifiers(const SelFormTerms& form);
/// Which operands a form reads and writes (SEL-1, SEL-2); the guard is that of `before`.
PlanTerms selPlan(const SelFormTerms& form, const SelChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
