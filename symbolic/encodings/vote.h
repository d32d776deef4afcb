// VOTE's encoding, written from rules VOTE-1..3 alone.
#pragma once
#include "spec/instructions/vote_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (VOTE-2, MACH-3); the modifiers of a datapath (VOTE-2); plans (VOTE-1, -3).
WARPLAW_WARP_ENCODING(Vote, vote)

/// The results of a vote of the lanes of exec (VOTE-1, -2).
struct VoteOutcome {
  Term ballot;     ///< 32 bits
  Term quantifier; ///< width 1
};
/// mode (a spec::VoteMode), exec, predicate: 32 bits; bit i of predicate is lane i's, with a negation applied.
VoteOutcome voteOutcome(Term mode, Term exec, Term predicate);

} // namespace warplaw::symbolic
