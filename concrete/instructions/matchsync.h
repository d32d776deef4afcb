// match.sync's executors, by their signature (SYNC-4).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/matchsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = exec for match.all, otherwise 0, and error = None in all lanes;
/// row 0 and, for match.all, predicate change in the lanes of exec; nothing else changes.
using MatchsyncSignature =
    Signature<spec::MatchsyncForm, spec::MatchsyncModifiers, spec::MatchsyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Matchsync, matchsync, (exited), portable, avx512)

} // namespace warplaw::concrete
