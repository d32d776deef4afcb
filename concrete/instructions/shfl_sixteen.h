// A shuffle's machine with AVX-512: sixteen lanes at a time (shfl_vector.h). Its one machine-specific operation is
// vpermi2d, a look-up in a table of 32 words; everything else is element-wise.
#pragma once
#include "concrete/instructions/shfl_vector.h"

namespace warplaw::concrete {

struct SixteenLanes {
  static constexpr std::uint32_t kWidth = 16;
  using Vector = VectorOf<kWidth>::Unsigned;
  using Signed = VectorOf<kWidth>::Signed;
  using InMemory = VectorOf<kWidth>::InMemory;

  static Vector lookUp(const std::uint32_t* words, VectorOf<kWidth>::Bytes bytes) {
    const Vector lane = __builtin_convertvector(bytes, Vector);
    const Signed low = (Signed) * reinterpret_cast<const InMemory*>(words);
    const Signed high = (Signed) * reinterpret_cast<const InMemory*>(words + kWidth);
    return (Vector)__builtin_ia32_vpermi2vard512(low, (Signed)lane, high);
  }
};

} // namespace warplaw::concrete
