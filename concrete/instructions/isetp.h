// ISETP's executors, by their signature (ISETP-1..3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/isetp.h"

namespace warplaw::concrete {

/// Results: written = {0, 0}, predicateWritten = exec and error = None in all lanes; predicate changes in the lanes of
/// exec; no row changes.
using IsetpSignature = Signature<spec::IsetpForm, spec::IsetpModifiers, spec::IsetpChoices>;
WARPLAW_EXECUTORS(Isetp, isetp, (), portable)

} // namespace warplaw::concrete
