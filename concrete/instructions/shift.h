// The shifts's executors, by their signature (SHIFT-1..3).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/shift.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them.
using ShiftSignature = Signature<spec::ShiftForm, spec::ShiftModifiers, spec::ShiftChoices>;
WARPLAW_EXECUTORS(Shift, shift, (), portable)

} // namespace warplaw::concrete
