// CS2R's encoding, written from rules SR-1 and SR-3 alone: the clock, or one of its words.
#pragma once
#include "spec/instructions/cs2r_fields.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

using Cs2rFormTerms = spec::Cs2rFormIn<AsTerms>;
using Cs2rModifierTerms = spec::Cs2rModifiersIn<AsTerms>;
using Cs2rChoiceTerms = spec::Cs2rChoicesIn<AsTerms>;

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms cs2rEncoding(const Cs2rModifierTerms& modifiers, const OperandTerms& operands,
                         const Cs2rChoiceTerms& choices, const ResultTerms& before, const SpecialInputTerms& inputs);

/// Ranges of the raw fields; a pair is even, or RZ, and begins with the low word (SR-3, MACH-3). Width 1.
Term isLegal(const Cs2rFormTerms& form);
Term isLegal(const Cs2rModifierTerms& modifiers);

Cs2rModifierTerms cs2rModifiers(const Cs2rFormTerms& form);
/// Which operands a form reads (none) and writes; the guard is that of `before`.
PlanTerms cs2rPlan(const Cs2rFormTerms& form, const Cs2rChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
