// The shifts: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/shift.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> shiftPaths() { return portableAlone<warplaw_shift_portable_run>(); }

} // namespace warplaw::concrete
