// SHFL's encoding, written from rules SHFL-1..8 alone.
#pragma once
#include "symbolic/machine.h"

namespace warplaw::symbolic {

struct ShflChoiceTerms {
  PerLane<Term> inactive; ///< 32 bits each
  static ShflChoiceTerms variables(Terms& terms); ///< "inactive[<lane>]"
};

/// Everything about one reading lane's choice of source. lane: a 5-bit term, or constant. mode: 2 bits (spec::ShflMode). b, c: 32-bit Sb, Sc.
struct ShflSource {
  Term lane;      ///< 5 bits: the lane that is read (SHFL-6 applied)
  Term inRange;   ///< p (width 1)
  Term candidate; ///< signed, 8 bits: j before SHFL-6
};
ShflSource shflSource(Term lane, Term mode, Term b, Term c);

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms shflEncoding(Term mode, const OperandTerms& operands, const ShflChoiceTerms& choices, const ResultTerms& before);

} // namespace warplaw::symbolic
