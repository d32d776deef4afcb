// POPC: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/popc.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> popcPaths() { return portableAlone<warplaw_popc_portable_run>(); }

} // namespace warplaw::concrete
