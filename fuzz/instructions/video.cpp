#include "fuzz/instructions/video.h"

namespace warplaw::fuzz {

template class DescribedFuzzer<Video>;
std::unique_ptr<InstructionFuzzer> makeVideoFuzzer() { return std::make_unique<DescribedFuzzer<Video>>(); }

} // namespace warplaw::fuzz
