// FLO: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/flo.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> floPaths() { return portableAlone<warplaw_flo_portable_run>(); }

} // namespace warplaw::concrete
