// SURED's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/sured.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> suredPaths() { return portableAlone<warplaw_sured_portable_run>(); }

} // namespace warplaw::concrete
