// VOTE's executors, by their signature (VOTE-1..3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/vote.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate change in
/// the lanes of exec, and nowhere else; row 1 does not change.
using VoteSignature = Signature<spec::VoteForm, spec::VoteModifiers, spec::VoteChoices>;
WARPLAW_EXECUTORS(Vote, vote, (), portable, avx512)

} // namespace warplaw::concrete
