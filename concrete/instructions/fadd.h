// FADD's executors, by their signature (FADD-1, FADD-2).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/fadd.h"

namespace warplaw::concrete {

/// Results as concrete/lanewise.h sets them. The processor must round to nearest even and keep denormals, as it does
/// unless a process asks for something else.
using FaddSignature = Signature<spec::FaddForm, spec::FaddModifiers, spec::FaddChoices>;
WARPLAW_EXECUTORS(Fadd, fadd, (), portable)

} // namespace warplaw::concrete
