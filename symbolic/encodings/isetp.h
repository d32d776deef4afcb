// ISETP's encoding, written from rules ISETP-1, ISETP-2 and ISETP-3 alone.
#pragma once
#include "spec/instructions/isetp_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using IsetpFormTerms = spec::IsetpFormIn<AsTerms>;
using IsetpModifierTerms = spec::IsetpModifiersIn<AsTerms>;
using IsetpChoiceTerms = spec::IsetpChoicesIn<AsTerms>;

/// What a lane's Pu gets: a and b are its words of 32 bits, p its bit of the source predicate, its negation applied.
/// Width 1 (ISETP-1).
Term isetpBit(const IsetpModifierTerms& modifiers, Term a, Term b, Term p);

/// The whole datapath: what Results is afterwards, given what it was before (ISETP-1).
ResultTerms isetpEncoding(const IsetpModifierTerms& modifiers, const OperandTerms& operands,
                          const IsetpChoiceTerms& choices, const ResultTerms& before);

/// Ranges of the raw fields; nothing but PT stands for the second destination (ISETP-2, ISETP-3, MACH-3). Width 1.
Term isLegal(const IsetpFormTerms& form);
Term isLegal(const IsetpModifierTerms& modifiers);

/// What a form's datapath is told (ISETP-1).
IsetpModifierTerms isetpModifiers(const IsetpFormTerms& form);
/// Which operands a form reads and writes (ISETP-1..3); the guard is that of `before`.
PlanTerms isetpPlan(const IsetpFormTerms& form, const IsetpChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
