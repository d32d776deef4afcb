// VOTE's encoding, written from rules VOTE-1..3 alone.
#pragma once
#include "spec/instructions/vote_fields.h"
#include "symbolic/encodings/lane.h"

namespace warplaw::symbolic {

/// Ranges of the raw fields (VOTE-2, MACH-3); what a datapath is told (VOTE-2); plans (VOTE-1, -3).
WARPLAW_WARP_ENCODING(Vote, vote)

/// What a vote of the lanes of exec gives (VOTE-1, -2).
struct VoteOutcome {
  Term ballot;     ///< 32 bits
  Term quantifier; ///< width 1
};
/// mode, exec, predicate: 32 bits (spec::VoteMode; bit i is lane i's, a negation applied).
VoteOutcome voteOutcome(Term mode, Term exec, Term predicate);

} // namespace warplaw::symbolic
