// match.sync's encoding, written from rules SYNC-1 and SYNC-4 alone.
#pragma once
#include "spec/instructions/matchsync_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (SYNC-4, MACH-3).
WARPLAW_WARP_ENCODING(Matchsync, matchsync, const ExitedLaneTerms& exited)

/// What each lane receives where all is defined (SYNC-4).
SyncOutcome outcomeOf(const MatchsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const MatchsyncChoiceTerms& choices, const SyncGroups& groups);

} // namespace warplaw::symbolic
