// elect.sync's executors, by their signature (SYNC-7).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/electsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = exec and error = None in all lanes; row 0 and predicate change in
/// the lanes of exec; nothing else changes.
using ElectsyncSignature =
    Signature<spec::ElectsyncForm, spec::ElectsyncModifiers, spec::ElectsyncChoices, const spec::ExitedLanes*>;
WARPLAW_EXECUTORS(Electsync, electsync, (exited), portable, avx512)

} // namespace warplaw::concrete
