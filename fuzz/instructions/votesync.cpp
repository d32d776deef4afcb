#include "fuzz/instructions/votesync.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Votesync>;
std::unique_ptr<InstructionFuzzer> makeVotesyncFuzzer() { return std::make_unique<DescribedFuzzer<Votesync>>(); }

} // namespace warplaw::fuzz
