// The encoding of SIMD video, written from rules VID-9..11 alone. A lane of a word is a half or a byte of it.
#pragma once
#include "spec/instructions/vsimd_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

WARPLAW_LANE_ENCODING(Vsimd, vsimd)

inline constexpr unsigned kVsimdWidth = 20; ///< of what is computed of two lanes: the sum of two of 17 bits has 18

/// Lane `lane` of an operand of `count` lanes: that of {b, a} which the selector names, as a signed number of one bit
/// more than a lane has (VID-9). `selector`: spec::SelectedLanes::lanes, 32 bits.
Term selectedLane(Term selector, unsigned lane, unsigned count, Term a, Term b, Term isSigned);

} // namespace warplaw::symbolic
