// LOP's executors, by their signature (LOP-1, LOP-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/lop.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using LopSignature = Signature<spec::LopForm, spec::LopModifiers, spec::LopChoices>;
WARPLAW_EXECUTORS(Lop, lop, (), portable)

} // namespace warplaw::concrete
