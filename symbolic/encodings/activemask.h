// activemask's encoding, written from rule SYNC-6 alone.
#pragma once
#include "spec/instructions/activemask_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using ActivemaskFormTerms = spec::ActivemaskFormIn<AsTerms>;
using ActivemaskModifierTerms = spec::ActivemaskModifiersIn<AsTerms>;
using ActivemaskChoiceTerms = spec::ActivemaskChoicesIn<AsTerms>;

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms activemaskEncoding(const ActivemaskModifierTerms& modifiers, const OperandTerms& operands,
                               const ActivemaskChoiceTerms& choices, const ResultTerms& before);

/// Ranges of the raw fields (SYNC-6). Width 1.
Term isLegal(const ActivemaskFormTerms& form);

/// Nothing.
ActivemaskModifierTerms activemaskModifiers(const ActivemaskFormTerms& form);
/// What a form writes; the guard is that of `before`.
PlanTerms activemaskPlan(const ActivemaskFormTerms& form, const ActivemaskChoiceTerms& choices,
                         const PlanTerms& before);

} // namespace warplaw::symbolic
