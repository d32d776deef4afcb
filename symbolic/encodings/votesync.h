// vote.sync's encoding, written from rules SYNC-1 and SYNC-3 alone.
#pragma once
#include "spec/instructions/votesync_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (SYNC-3, MACH-3).
WARPLAW_WARP_ENCODING(Votesync, votesync, const ExitedLaneTerms& exited)

/// What each lane receives where all is defined (SYNC-3).
SyncOutcome outcomeOf(const VotesyncModifierTerms& modifiers, const OperandTerms& operands,
                      const VotesyncChoiceTerms& choices, const SyncGroups& groups);

} // namespace warplaw::symbolic
