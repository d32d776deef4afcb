// CS2R's encoding, written from rules SR-1 and SR-3 alone: the clock, or one of its words.
#pragma once
#include "spec/instructions/cs2r_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields; a pair is even, or RZ, and begins with the low word (SR-3, MACH-3). Nothing is read.
WARPLAW_WARP_ENCODING(Cs2r, cs2r, const SpecialInputTerms& inputs)
} // namespace warplaw::symbolic
