// elect.sync's encoding, written from rules SYNC-1 and SYNC-7 alone.
#pragma once
#include "spec/instructions/electsync_fields.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

using ElectsyncFormTerms = spec::ElectsyncFormIn<AsTerms>;
using ElectsyncModifierTerms = spec::ElectsyncModifiersIn<AsTerms>;
using ElectsyncChoiceTerms = spec::ElectsyncChoicesIn<AsTerms>;

/// What each lane receives where all is defined (SYNC-7).
SyncOutcome outcomeOf(const ElectsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ElectsyncChoiceTerms& choices, const SyncGroups& groups);
/// Is it? Also a membermask that names a lane that has exited may leave it open (SYNC-7). Width 1.
Term isDefined(const SyncGroups& groups, const ElectsyncChoiceTerms& choices);
/// The one fixed member of a membermask: 32 bits to 32 bits. Of none it means nothing.
Term leaderOf(Term membermask, Term preferred);
/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms electsyncEncoding(const ElectsyncModifierTerms& modifiers, const OperandTerms& operands,
                              const ElectsyncChoiceTerms& choices, const ResultTerms& before,
                              const ExitedLaneTerms& exited);

/// Ranges of the raw fields (SYNC-7, MACH-3). Width 1.
Term isLegal(const ElectsyncFormTerms& form);
Term isAllowed(const ElectsyncChoiceTerms& choices);
/// Nothing.
ElectsyncModifierTerms electsyncModifiers(const ElectsyncFormTerms& form);
/// Which operands a form reads and writes; the guard is that of `before`.
PlanTerms electsyncPlan(const ElectsyncFormTerms& form, const ElectsyncChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
