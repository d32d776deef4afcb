// ATOMS's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/atoms.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> atomsPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_atoms_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_atoms_vbmi2_run>("vbmi2", vbmi2)};
  return kPaths;
}

} // namespace warplaw::concrete
