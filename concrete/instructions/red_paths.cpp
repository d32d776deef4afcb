// RED's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/red.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> redPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_red_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_red_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
