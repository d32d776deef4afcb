// activemask's executors, by their signature (SYNC-6).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/activemask.h"

namespace warplaw::concrete {

/// Results: written = {exec, 0}, predicateWritten = 0 and error = None in all lanes; row 0 changes in the lanes of
/// exec.
using ActivemaskSignature = Signature<spec::ActivemaskForm, spec::ActivemaskModifiers, spec::ActivemaskChoices>;
WARPLAW_EXECUTORS(Activemask, activemask, (), portable)

} // namespace warplaw::concrete
