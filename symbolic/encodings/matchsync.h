// match.sync's encoding, written from rules SYNC-1 and SYNC-4 alone.
#pragma once
#include "spec/instructions/matchsync_fields.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

using MatchsyncFormTerms = spec::MatchsyncFormIn<AsTerms>;
using MatchsyncModifierTerms = spec::MatchsyncModifiersIn<AsTerms>;
using MatchsyncChoiceTerms = spec::MatchsyncChoicesIn<AsTerms>;

/// What each lane receives where all is defined (SYNC-4).
SyncOutcome outcomeOf(const MatchsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const MatchsyncChoiceTerms& choices, const SyncGroups& groups);
/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms matchsyncEncoding(const MatchsyncModifierTerms& modifiers, const OperandTerms& operands,
                              const MatchsyncChoiceTerms& choices, const ResultTerms& before,
                              const ExitedLaneTerms& exited);

/// Ranges of the raw fields (SYNC-4, MACH-3). Width 1.
Term isLegal(const MatchsyncFormTerms& form);
Term isLegal(const MatchsyncModifierTerms& modifiers);
/// What a form's datapath is told.
MatchsyncModifierTerms matchsyncModifiers(const MatchsyncFormTerms& form);
/// Which operands a form reads and writes; the guard is that of `before`.
PlanTerms matchsyncPlan(const MatchsyncFormTerms& form, const MatchsyncChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
