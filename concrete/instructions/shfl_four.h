// A shuffle's machine for any processor: four lanes at a time (shfl_vector.h).
#pragma once
#include "concrete/instructions/shfl_vector.h"

namespace warplaw::concrete {

struct FourLanes {
  static constexpr std::uint32_t kWidth = 4;
  using Vector = VectorOf<kWidth>::Unsigned;
  using Bits = Vector;
  static Vector firstLanes() { return Vector{0, 1, 2, 3}; }
  static Vector lookUp(const std::uint32_t* words, Vector lane) {
    return Vector{words[lane[0]], words[lane[1]], words[lane[2]], words[lane[3]]};
  }
  static Bits pack(Vector mask, Vector bit, std::uint32_t) { return mask & bit; }
  static std::uint32_t bitsOf(Bits bits) { return bits[0] | bits[1] | bits[2] | bits[3]; }
};

} // namespace warplaw::concrete
