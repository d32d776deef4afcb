// FLO's executors, by their signature (FLO-1..3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/flo.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using FloSignature = Signature<spec::FloForm, spec::FloModifiers, spec::FloChoices>;
WARPLAW_EXECUTORS(Flo, flo, (), portable)

} // namespace warplaw::concrete
