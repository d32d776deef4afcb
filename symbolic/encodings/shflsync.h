// shfl.sync's encoding, written from rules SYNC-1 and SYNC-2 alone.
#pragma once
#include "spec/instructions/shflsync_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (SYNC-2, MACH-3).
WARPLAW_WARP_ENCODING(Shflsync, shflsync, const ExitedLaneTerms& exited)

/// Where each lane reads, and whether that is in range: SHFL's, of the words b and c that it fetched (SYNC-2).
PerLane<ShflSource> shflsyncSources(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands);
/// Is that lane in the part of the one that reads it? Width 1.
Term isInPart(const ShflSource& source, Term part);
/// What each lane receives from there.
SyncOutcome outcomeFrom(const PerLane<ShflSource>& sources, const OperandTerms& operands,
                        const ShflsyncChoiceTerms& choices, const SyncGroups& groups);

/// What each lane receives where all is defined (SYNC-2).
SyncOutcome outcomeOf(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ShflsyncChoiceTerms& choices, const SyncGroups& groups);

} // namespace warplaw::symbolic
