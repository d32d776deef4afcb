// ISETP's encoding, written from rules ISETP-1, ISETP-2 and ISETP-3 alone.
#pragma once
#include "spec/instructions/isetp_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

WARPLAW_WARP_ENCODING(Isetp, isetp)

/// What a lane's Pu gets: a and b are its words of 32 bits, p its bit of the source predicate, its negation applied.
/// Width 1 (ISETP-1).
Term isetpBit(const IsetpModifierTerms& modifiers, Term a, Term b, Term p);

} // namespace warplaw::symbolic
