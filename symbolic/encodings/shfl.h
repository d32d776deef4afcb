// SHFL's encoding, written from rules SHFL-1..9 alone.
#pragma once
#include "spec/instructions/shfl_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

/// Forms and plans (SHFL-9): Sb a register or 5 bits, Sc a register or 13 bits.
WARPLAW_WARP_ENCODING(Shfl, shfl)

/// Everything about one reading lane's choice of source. lane: a 5-bit term, or constant. mode: 32 bits
/// (spec::ShflMode). b, c: 32-bit Sb, Sc.
struct ShflSource {
  Term lane;      ///< 5 bits: the lane that is read (SHFL-6 applied)
  Term inRange;   ///< p (width 1)
  Term candidate; ///< signed, 8 bits: j before SHFL-6
};
ShflSource shflSource(Term lane, Term mode, Term b, Term c);

/// Any values of inactive lanes (SHFL-7).
Term isAllowed(const ShflChoiceTerms& choices);

} // namespace warplaw::symbolic
