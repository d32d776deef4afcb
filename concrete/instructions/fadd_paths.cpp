// FADD: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/fadd.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> faddPaths() { return portableAlone<warplaw_fadd_portable_run>(); }

} // namespace warplaw::concrete
