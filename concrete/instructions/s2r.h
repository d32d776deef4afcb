// S2R's executors, by their signature (SR-1, SR-2, SR-3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/s2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them. All inputs are legal (spec::faultOf), not only those that are read: no CTA
/// is 0 threads wide.
using S2rSignature = Signature<spec::S2rForm, spec::S2rModifiers, spec::S2rChoices, const spec::SpecialInputs*>;
WARPLAW_EXECUTORS(S2r, s2r, (inputs), portable)

} // namespace warplaw::concrete
