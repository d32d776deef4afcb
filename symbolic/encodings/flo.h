// FLO's encoding, written from rules FLO-1, FLO-2 and FLO-3 alone.
#pragma once
#include "spec/instructions/flo_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {
WARPLAW_LANE_ENCODING(Flo, flo)
} // namespace warplaw::symbolic
