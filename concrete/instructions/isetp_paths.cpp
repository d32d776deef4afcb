// ISETP: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/isetp.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> isetpPaths() { return portableAlone<warplaw_isetp_portable_run>(); }

} // namespace warplaw::concrete
