// SEL: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/sel.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> selPaths() { return portableAlone<warplaw_sel_portable_run>(); }

} // namespace warplaw::concrete
