// SIMD video's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/vsimd.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> vsimdPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_vsimd_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_vsimd_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
