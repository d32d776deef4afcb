// elect.sync's encoding, written from rules SYNC-1 and SYNC-7 alone.
#pragma once
#include "spec/instructions/electsync_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (SYNC-7, MACH-3). The datapath needs no modifiers.
WARPLAW_WARP_ENCODING(Electsync, electsync, const ExitedLaneTerms& exited)

/// What each lane receives where all is defined (SYNC-7).
SyncOutcome outcomeOf(const ElectsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ElectsyncChoiceTerms& choices, const SyncGroups& groups);
/// Is all defined? A membermask that names an exited lane may leave it open, too (SYNC-7). Width 1.
Term isDefined(const SyncGroups& groups, const ElectsyncChoiceTerms& choices);
/// The one fixed member of a membermask, as a mask: 32 bits to 32 bits. An empty membermask gives no meaningful value.
Term leaderOf(Term membermask, Term preferred);

Term isAllowed(const ElectsyncChoiceTerms& choices);

} // namespace warplaw::symbolic
