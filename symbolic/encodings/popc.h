// POPC's encoding, written from rules POPC-1 and POPC-2 alone.
#pragma once
#include "spec/instructions/popc_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Popc, popc)
} // namespace warplaw::symbolic
