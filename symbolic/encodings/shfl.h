// SHFL's encoding, written from rules SHFL-1..9 alone.
#pragma once
#include "spec/instructions/shfl_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using ShflFormTerms = spec::ShflFormIn<AsTerms>;
using ShflModifierTerms = spec::ShflModifiersIn<AsTerms>;
using ShflChoiceTerms = spec::ShflChoicesIn<AsTerms>;

/// Everything about one reading lane's choice of source. lane: a 5-bit term, or constant. mode: 32 bits
/// (spec::ShflMode). b, c: 32-bit Sb, Sc.
struct ShflSource {
  Term lane;      ///< 5 bits: the lane that is read (SHFL-6 applied)
  Term inRange;   ///< p (width 1)
  Term candidate; ///< signed, 8 bits: j before SHFL-6
};
ShflSource shflSource(Term lane, Term mode, Term b, Term c);

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms shflEncoding(const ShflModifierTerms& modifiers, const OperandTerms& operands,
                         const ShflChoiceTerms& choices, const ResultTerms& before);

/// Ranges of the raw fields (SHFL-9): Sb a register or 5 bits, Sc a register or 13 bits. Width 1.
Term isLegal(const ShflFormTerms& form);
Term isLegal(const ShflModifierTerms& modifiers);
/// Any values of inactive lanes (SHFL-7).
Term isAllowed(const ShflChoiceTerms& choices);

/// What a form's datapath is told (SHFL-9).
ShflModifierTerms shflModifiers(const ShflFormTerms& form);
/// Which operands a form reads and writes (SHFL-9), on top of what the plan holds already (the guard).
PlanTerms shflPlan(const ShflFormTerms& form, const ShflChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
