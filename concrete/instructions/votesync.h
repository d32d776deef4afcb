// vote.sync's executors, by their signature (SYNC-3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/votesync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: a ballot sets written = {exec, 0} and predicateWritten = 0; the other modes set written = {0, 0} and
/// predicateWritten = exec; error = None in all lanes. Row 0 or predicate changes in the lanes of exec; nothing else
/// changes.
using VotesyncSignature =
    Signature<spec::VotesyncForm, spec::VotesyncModifiers, spec::VotesyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Votesync, votesync, (exited), portable, avx512)

} // namespace warplaw::concrete
