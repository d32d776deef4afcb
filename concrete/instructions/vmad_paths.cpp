// VMAD: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/vmad.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> vmadPaths() { return portableAlone<warplaw_vmad_portable_run>(); }

} // namespace warplaw::concrete
