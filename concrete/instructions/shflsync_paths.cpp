// shfl.sync's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/shflsync.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> shflsyncPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_shflsync_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_shflsync_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
