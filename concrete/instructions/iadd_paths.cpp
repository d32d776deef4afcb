// IADD: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/iadd.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> iaddPaths() { return portableAlone<warplaw_iadd_portable_run>(); }

} // namespace warplaw::concrete
