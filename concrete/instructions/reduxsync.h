// redux.sync's executors, by their signature (SYNC-5).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/reduxsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = 0 and error = None in all lanes; row 0 changes in the lanes of
/// exec; nothing else changes.
using ReduxsyncSignature =
    Signature<spec::ReduxsyncForm, spec::ReduxsyncModifiers, spec::ReduxsyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Reduxsync, reduxsync, (exited), portable, avx512)

} // namespace warplaw::concrete
