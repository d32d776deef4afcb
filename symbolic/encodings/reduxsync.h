// redux.sync's encoding, written from rules SYNC-1 and SYNC-5 alone.
#pragma once
#include "spec/instructions/reduxsync_fields.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields, and which types, .abs and .NaN an operation takes (SYNC-5, MACH-3).
WARPLAW_WARP_ENCODING(Reduxsync, reduxsync, const ExitedLaneTerms& exited)

/// Min and max of every type are one operation: the least of unsigned keys. reduxKey: the key of a lane's word;
/// reduxWord: the word that a key stands for, a NaN for floats without a number (SYNC-5). All 32 bits.
Term reduxKey(const ReduxsyncModifierTerms& modifiers, Term word);
Term reduxWord(const ReduxsyncModifierTerms& modifiers, Term key);

/// Everything that the lanes of a part may reduce to, whichever operation is asked for: 32 bits each.
struct ReduxResults {
  Term sum, conjunction, disjunction, parity;
  Term least; ///< of the keys
};
/// keys: the keys of all lanes' words. An empty part gives neutral elements, which leave other words as they are.
ReduxResults reduxResults(Term part, const PerLane<Term>& words, const PerLane<Term>& keys);
/// The result of the operation that the modifiers name.
Term reduxChosen(const ReduxsyncModifierTerms& modifiers, const ReduxResults& results);

/// What each lane receives where all is defined (SYNC-5).
SyncOutcome outcomeOf(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ReduxsyncChoiceTerms& choices, const SyncGroups& groups);
/// Is all defined? As for the other .sync forms.
Term isDefined(const SyncGroups& groups, const ReduxsyncChoiceTerms& choices);

Term isAllowed(const ReduxsyncChoiceTerms& choices);

} // namespace warplaw::symbolic
