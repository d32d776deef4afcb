// SHFL's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/shfl.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> shflPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_shfl_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_shfl_avx2_run>("avx2", avx2),
                                            pathOf<warplaw_shfl_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
