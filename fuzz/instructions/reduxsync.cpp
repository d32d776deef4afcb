#include "fuzz/instructions/reduxsync.h"

namespace warplaw::fuzz {

std::unique_ptr<InstructionFuzzer> makeReduxsyncFuzzer() { return std::make_unique<DescribedFuzzer<Reduxsync>>(); }

} // namespace warplaw::fuzz
