// CS2R: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/cs2r.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> cs2rPaths() { return portableAlone<warplaw_cs2r_portable_run>(); }

} // namespace warplaw::concrete
