#include "fuzz/instructions/vote.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Vote>;
std::unique_ptr<InstructionFuzzer> makeVoteFuzzer() { return std::make_unique<DescribedFuzzer<Vote>>(); }

} // namespace warplaw::fuzz
