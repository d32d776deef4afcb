// BAR's executors, by their signature (BAR-1..4).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/bar.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results: written and predicateWritten = 0, and error in all lanes; nothing else changes.
using BarSignature =
    Signature<spec::BarForm, spec::BarModifiers, spec::BarChoices, const spec::SpecialInputs*, spec::Barriers*>;
WARPLAW_EXECUTORS(Bar, bar, (inputs, barriers), portable)

} // namespace warplaw::concrete
