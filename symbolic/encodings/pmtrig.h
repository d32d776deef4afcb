// PMTRIG's encoding, written from rules PM-1 and PM-2 alone.
#pragma once
#include "spec/instructions/pmtrig_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

/// Any mask of 16 bits (PM-2). The encoding changes `counters`; of the warp nothing is read or written.
WARPLAW_WARP_ENCODING(Pmtrig, pmtrig, CounterTerms& counters)

/// What the counters are after a warp triggered those of `mask`; exec: 32 bits (PM-1).
CounterTerms triggered(const CounterTerms& counters, Term mask, Term exec);

} // namespace warplaw::symbolic
