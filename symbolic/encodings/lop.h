// LOP's encoding, written from rules LOP-1 and LOP-2 alone.
#pragma once
#include "spec/instructions/lop_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Lop, lop)
} // namespace warplaw::symbolic
