// SEL's executors, by their signature (SEL-1, SEL-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/sel.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using SelSignature = Signature<spec::SelForm, spec::SelModifiers, spec::SelChoices>;
WARPLAW_EXECUTORS(Sel, sel, (), portable)

} // namespace warplaw::concrete
