// redux.sync's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/reduxsync.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> reduxsyncPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_reduxsync_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_reduxsync_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
