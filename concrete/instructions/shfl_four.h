// A shuffle's machine for any processor: four lanes at a time (shfl_vector.h).
#pragma once
#include "concrete/instructions/shfl_vector.h"

namespace warplaw::concrete {

struct FourLanes : LanesInOrder<4> {
  static Vector lookUp(const std::uint32_t* words, const WarpBytes& lane, std::uint32_t first) {
    const auto four = (std::uint32_t)group(lane, first);
    return Vector{words[four & 0xff], words[four >> 8 & 0xff], words[four >> 16 & 0xff], words[four >> 24]};
  }
};

} // namespace warplaw::concrete
