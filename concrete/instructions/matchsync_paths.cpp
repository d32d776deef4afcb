// match.sync's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/matchsync.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> matchsyncPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_matchsync_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_matchsync_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
