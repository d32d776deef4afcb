// vote.sync's executors, by their signature (SYNC-3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/votesync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of a ballot it sets written = {exec, 0} and predicateWritten = 0, of the other modes written = {0, 0} and
/// predicateWritten = exec, and error = None in all lanes; row 0 or predicate changes in the lanes of exec, and nothing
/// else.
using VotesyncSignature =
    Signature<spec::VotesyncForm, spec::VotesyncModifiers, spec::VotesyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Votesync, votesync, (exited), portable, avx512)

} // namespace warplaw::concrete
