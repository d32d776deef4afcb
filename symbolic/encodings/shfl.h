// SHFL's encoding, written from rules SHFL-1..9 alone.
#pragma once
#include "spec/instructions/shfl.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

struct ShflChoiceTerms {
  PerLane<Term> inactive;                         ///< 32 bits each
  static ShflChoiceTerms variables(Terms& terms); ///< "inactive[<lane>]"
};

/// Everything about one reading lane's choice of source. lane: a 5-bit term, or constant. mode: 2 bits
/// (spec::ShflMode). b, c: 32-bit Sb, Sc.
struct ShflSource {
  Term lane;      ///< 5 bits: the lane that is read (SHFL-6 applied)
  Term inRange;   ///< p (width 1)
  Term candidate; ///< signed, 8 bits: j before SHFL-6
};
ShflSource shflSource(Term lane, Term mode, Term b, Term c);

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms shflEncoding(Term mode, const OperandTerms& operands, const ShflChoiceTerms& choices,
                         const ResultTerms& before);

/// spec::RegisterOrImmediate as terms: 1 and 16 bits.
struct RegisterOrImmediateTerms {
  Term isImmediate, value;
};

/// spec::ShflForm as terms: 8 bits a field but the two last.
struct ShflFormTerms {
  Term mode, pu, rd, ra;
  RegisterOrImmediateTerms sb, sc;
  static ShflFormTerms variables(Terms& terms); ///< "mode", "pu", "rd", "ra", "sb.isImmediate", "sb.value", ...
};

/// Ranges of the raw fields (SHFL-9): Sb a register or 5 bits, Sc a register or 13 bits. Width 1.
Term isLegal(const ShflFormTerms& form);

/// Which operands a form reads and writes (SHFL-9), on top of what the plan holds already (the guard).
PlanTerms shflPlan(const ShflFormTerms& form, const PlanTerms& before);

} // namespace warplaw::symbolic
