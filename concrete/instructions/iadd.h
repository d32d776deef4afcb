// IADD's executors, by their signature (IADD-1, IADD-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/iadd.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using IaddSignature = Signature<spec::IaddForm, spec::IaddModifiers, spec::IaddChoices>;
WARPLAW_EXECUTORS(Iadd, iadd, (), portable)

} // namespace warplaw::concrete
