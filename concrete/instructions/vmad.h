// VMAD's executors, by their signature (VID-1, VID-8).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/vmad.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them.
using VmadSignature = Signature<spec::VmadForm, spec::VmadModifiers, spec::VmadChoices>;
WARPLAW_EXECUTORS(Vmad, vmad, (), portable)

} // namespace warplaw::concrete
