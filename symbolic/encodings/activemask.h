// activemask's encoding, written from rule SYNC-6 alone.
#pragma once
#include "spec/instructions/activemask_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (SYNC-6). A form writes, and reads nothing; the datapath needs no modifiers.
WARPLAW_WARP_ENCODING(Activemask, activemask)
} // namespace warplaw::symbolic
