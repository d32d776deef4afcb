// The shifts' encoding, written from rules SHIFT-1, SHIFT-2 and SHIFT-3 alone.
#pragma once
#include "spec/instructions/shift_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Shift, shift)
} // namespace warplaw::symbolic
