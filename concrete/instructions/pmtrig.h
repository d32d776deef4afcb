// PMTRIG's executors, by their signature (PM-1, PM-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/pmtrig.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written and predicateWritten = 0 and error = None in all lanes; nothing else changes.
using PmtrigSignature = Signature<spec::PmtrigForm, spec::PmtrigModifiers, spec::PmtrigChoices, spec::Counters*>;
WARPLAW_EXECUTORS(Pmtrig, pmtrig, (counters), portable)

} // namespace warplaw::concrete
