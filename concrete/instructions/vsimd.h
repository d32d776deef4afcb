// SIMD video's executors, by their signature (VID-9..11).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/vsimd.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them.
using VsimdSignature = Signature<spec::VsimdForm, spec::VsimdModifiers, spec::VsimdChoices>;
WARPLAW_EXECUTORS(Vsimd, vsimd, (), portable, avx512)

} // namespace warplaw::concrete
