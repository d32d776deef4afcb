// POPC's executors, by their signature (POPC-1, POPC-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/popc.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using PopcSignature = Signature<spec::PopcForm, spec::PopcModifiers, spec::PopcChoices>;
WARPLAW_EXECUTORS(Popc, popc, (), portable)

} // namespace warplaw::concrete
