// vote.sync's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/votesync.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> votesyncPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_votesync_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_votesync_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
