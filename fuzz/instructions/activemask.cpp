#include "fuzz/instructions/activemask.h"

namespace warplaw::fuzz {

std::unique_ptr<InstructionFuzzer> makeActivemaskFuzzer() { return std::make_unique<DescribedFuzzer<Activemask>>(); }

} // namespace warplaw::fuzz
