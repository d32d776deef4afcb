#include "fuzz/instructions/vmad.h"

namespace warplaw::fuzz {

std::unique_ptr<InstructionFuzzer> makeVmadFuzzer() { return std::make_unique<DescribedFuzzer<Vmad>>(); }

} // namespace warplaw::fuzz
