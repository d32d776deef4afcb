// B2R.RESULT's encoding, written from rule BAR-2 alone.
#pragma once
#include "spec/instructions/b2r_fields.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

using B2rFormTerms = spec::B2rFormIn<AsTerms>;
using B2rModifierTerms = spec::B2rModifiersIn<AsTerms>;
using B2rChoiceTerms = spec::B2rChoicesIn<AsTerms>;

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms b2rEncoding(const B2rModifierTerms& modifiers, const OperandTerms& operands, const B2rChoiceTerms& choices,
                        const ResultTerms& before, const SpecialInputTerms& inputs, const BarrierTerms& barriers);

/// Ranges of the raw fields (BAR-2, MACH-3). Width 1.
Term isLegal(const B2rFormTerms& form);
Term isAllowed(const B2rChoiceTerms& choices); ///< all

/// Nothing.
B2rModifierTerms b2rModifiers(const B2rFormTerms& form);
/// What a form writes; the guard is that of `before`.
PlanTerms b2rPlan(const B2rFormTerms& form, const B2rChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
