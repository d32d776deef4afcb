// RED's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/red.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> redPaths() { return portableAlone<warplaw_red_portable_run>(); }

} // namespace warplaw::concrete
