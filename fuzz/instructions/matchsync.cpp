#include "fuzz/instructions/matchsync.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Matchsync>;
std::unique_ptr<InstructionFuzzer> makeMatchsyncFuzzer() { return std::make_unique<DescribedFuzzer<Matchsync>>(); }

} // namespace warplaw::fuzz
