// VOTE's code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/vote.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> votePaths() {
  static constexpr ExecutorPath kPaths[] = {pathOf<warplaw_vote_portable_run>("portable", anyProcessor),
                                            pathOf<warplaw_vote_avx512_run>("avx512", avx512)};
  return kPaths;
}

} // namespace warplaw::concrete
