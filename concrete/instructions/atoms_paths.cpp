// ATOMS's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/atoms.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> atomsPaths() { return portableAlone<warplaw_atoms_portable_run>(); }

} // namespace warplaw::concrete
