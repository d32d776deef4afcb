// B2R.RESULT's encoding, written from rule BAR-2 alone.
#pragma once
#include "spec/instructions/b2r_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (BAR-2, MACH-3). A form writes, and reads nothing; the datapath needs no modifiers.
WARPLAW_WARP_ENCODING(B2r, b2r, const SpecialInputTerms& inputs, const BarrierTerms& barriers)

Term isAllowed(const B2rChoiceTerms& choices); ///< all

} // namespace warplaw::symbolic
