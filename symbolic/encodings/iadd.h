// IADD's encoding, written from rules IADD-1, IADD-2 and IADD-3 alone.
#pragma once
#include "spec/instructions/iadd_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Iadd, iadd)
} // namespace warplaw::symbolic
