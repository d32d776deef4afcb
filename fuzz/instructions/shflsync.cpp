#include "fuzz/instructions/shflsync.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Shflsync>;
std::unique_ptr<InstructionFuzzer> makeShflsyncFuzzer() { return std::make_unique<DescribedFuzzer<Shflsync>>(); }

} // namespace warplaw::fuzz
