// VOTE: code paths.
#include "concrete/dispatch.h"
#include "concrete/instructions/vote.h"

namespace warplaw::concrete {

std::span<const ExecutorPath> votePaths() { return portableAlone<warplaw_vote_portable_run>(); }

} // namespace warplaw::concrete
