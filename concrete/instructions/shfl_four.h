// A shuffle's machine for any processor: four lanes at a time (shfl_vector.h).
#pragma once
#include "concrete/instructions/shfl_vector.h"

namespace warplaw::concrete {

struct FourLanes {
  static constexpr std::uint32_t kWidth = 4;
  using Vector = VectorOf<kWidth>::Unsigned;
  static Vector lookUp(const std::uint32_t* words, VectorOf<kWidth>::Bytes lane) {
    const auto four = (std::uint32_t)lane;
    return Vector{words[four & 0xff], words[four >> 8 & 0xff], words[four >> 16 & 0xff], words[four >> 24]};
  }
};

} // namespace warplaw::concrete
