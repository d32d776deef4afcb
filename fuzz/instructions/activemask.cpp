#include "fuzz/instructions/activemask.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Activemask>;
std::unique_ptr<InstructionFuzzer> makeActivemaskFuzzer() { return std::make_unique<DescribedFuzzer<Activemask>>(); }

} // namespace warplaw::fuzz
