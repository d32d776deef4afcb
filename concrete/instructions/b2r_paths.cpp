// B2R: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/b2r.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> b2rPaths() { return portableAlone<warplaw_b2r_portable_run>(); }

} // namespace warplaw::concrete
