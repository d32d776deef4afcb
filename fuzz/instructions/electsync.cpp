#include "fuzz/instructions/electsync.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Electsync>;
std::unique_ptr<InstructionFuzzer> makeElectsyncFuzzer() { return std::make_unique<DescribedFuzzer<Electsync>>(); }

} // namespace warplaw::fuzz
