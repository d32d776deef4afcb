// LOP: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/lop.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> lopPaths() { return portableAlone<warplaw_lop_portable_run>(); }

} // namespace warplaw::concrete
