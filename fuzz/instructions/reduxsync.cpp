#include "fuzz/instructions/reduxsync.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Reduxsync>;
std::unique_ptr<InstructionFuzzer> makeReduxsyncFuzzer() { return std::make_unique<DescribedFuzzer<Reduxsync>>(); }

} // namespace warplaw::fuzz
