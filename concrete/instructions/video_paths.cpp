// Scalar video but VMAD: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/video.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> videoPaths() { return portableAlone<warplaw_video_portable_run>(); }

} // namespace warplaw::concrete
