// SEL's encoding, written from rules SEL-1 and SEL-2 alone.
#pragma once
#include "spec/instructions/sel_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Sel, sel)
} // namespace warplaw::symbolic
