// PMTRIG: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/pmtrig.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> pmtrigPaths() { return portableAlone<warplaw_pmtrig_portable_run>(); }

} // namespace warplaw::concrete
