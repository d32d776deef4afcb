// Scalar video but VMAD's executors, by their signature (VID-1..7).
#pragma once
#include "concrete/signature.h"
#include "spec/instructions/video.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them.
using VideoSignature = Signature<spec::VideoForm, spec::VideoModifiers, spec::VideoChoices>;
WARPLAW_EXECUTORS(Video, video, (), portable, avx2, avx512)

} // namespace warplaw::concrete
