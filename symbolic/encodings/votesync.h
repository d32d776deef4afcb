// vote.sync's encoding, written from rules SYNC-1 and SYNC-3 alone.
#pragma once
#include "spec/instructions/votesync_fields.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

using VotesyncFormTerms = spec::VotesyncFormIn<AsTerms>;
using VotesyncModifierTerms = spec::VotesyncModifiersIn<AsTerms>;
using VotesyncChoiceTerms = spec::VotesyncChoicesIn<AsTerms>;

/// What each lane receives where all is defined (SYNC-3).
SyncOutcome outcomeOf(const VotesyncModifierTerms& modifiers, const OperandTerms& operands,
                      const VotesyncChoiceTerms& choices, const SyncGroups& groups);
/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms votesyncEncoding(const VotesyncModifierTerms& modifiers, const OperandTerms& operands,
                             const VotesyncChoiceTerms& choices, const ResultTerms& before,
                             const ExitedLaneTerms& exited);

/// Ranges of the raw fields (SYNC-3, MACH-3). Width 1.
Term isLegal(const VotesyncFormTerms& form);
Term isLegal(const VotesyncModifierTerms& modifiers);
/// What a form's datapath is told.
VotesyncModifierTerms votesyncModifiers(const VotesyncFormTerms& form);
/// Which operands a form reads and writes; the guard is that of `before`.
PlanTerms votesyncPlan(const VotesyncFormTerms& form, const VotesyncChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
