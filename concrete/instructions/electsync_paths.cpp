// elect.sync's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/electsync.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> electsyncPaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_electsync_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_electsync_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
