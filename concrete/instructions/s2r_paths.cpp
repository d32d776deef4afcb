// S2R: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/s2r.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> s2rPaths() { return portableAlone<warplaw_s2r_portable_run>(); }

} // namespace warplaw::concrete
