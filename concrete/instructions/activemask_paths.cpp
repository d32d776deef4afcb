// activemask: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/activemask.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> activemaskPaths() { return portableAlone<warplaw_activemask_portable_run>(); }

} // namespace warplaw::concrete
