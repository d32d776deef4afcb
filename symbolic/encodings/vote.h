// VOTE's encoding, written from rules VOTE-1..3 alone.
#pragma once
#include "spec/instructions/vote_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using VoteFormTerms = spec::VoteFormIn<AsTerms>;
using VoteModifierTerms = spec::VoteModifiersIn<AsTerms>;
using VoteChoiceTerms = spec::VoteChoicesIn<AsTerms>;

/// What a vote of the lanes of exec gives (VOTE-1, -2).
struct VoteOutcome {
  Term ballot;     ///< 32 bits
  Term quantifier; ///< width 1
};
/// mode, exec, predicate: 32 bits (spec::VoteMode; bit i is lane i's, a negation applied).
VoteOutcome voteOutcome(Term mode, Term exec, Term predicate);

/// The whole datapath: what Results is afterwards, given what it was before.
ResultTerms voteEncoding(const VoteModifierTerms& modifiers, const OperandTerms& operands,
                         const VoteChoiceTerms& choices, const ResultTerms& before);

/// Ranges of the raw fields (VOTE-2, MACH-3). Width 1.
Term isLegal(const VoteFormTerms& form);
Term isLegal(const VoteModifierTerms& modifiers);

/// What a form's datapath is told (VOTE-2).
VoteModifierTerms voteModifiers(const VoteFormTerms& form);
/// Which operands a form reads and writes (VOTE-1, -3); the guard is that of `before`.
PlanTerms votePlan(const VoteFormTerms& form, const VoteChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
