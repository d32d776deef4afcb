// BAR: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/bar.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> barPaths() { return portableAlone<warplaw_bar_portable_run>(); }

} // namespace warplaw::concrete
