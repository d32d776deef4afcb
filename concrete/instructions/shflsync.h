// shfl.sync's executors, by their signature (SYNC-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/shflsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate change in
/// the lanes of exec; nothing else changes.
using ShflsyncSignature =
    Signature<spec::ShflsyncForm, spec::ShflsyncModifiers, spec::ShflsyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Shflsync, shflsync, (exited), portable, avx512)

} // namespace warplaw::concrete
