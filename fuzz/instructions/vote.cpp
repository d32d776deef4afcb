#include "fuzz/instructions/vote.h"

namespace warplaw::fuzz {

std::unique_ptr<InstructionFuzzer> makeVoteFuzzer() { return std::make_unique<DescribedFuzzer<Vote>>(); }

} // namespace warplaw::fuzz
