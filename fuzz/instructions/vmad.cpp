#include "fuzz/instructions/vmad.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Vmad>;
std::unique_ptr<InstructionFuzzer> makeVmadFuzzer() { return std::make_unique<DescribedFuzzer<Vmad>>(); }

} // namespace warplaw::fuzz
