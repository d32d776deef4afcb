#include "fuzz/instructions/electsync.h"

namespace warplaw::fuzz {

std::unique_ptr<InstructionFuzzer> makeElectsyncFuzzer() { return std::make_unique<DescribedFuzzer<Electsync>>(); }

} // namespace warplaw::fuzz
