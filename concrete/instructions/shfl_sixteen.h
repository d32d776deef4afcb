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
  using Bits = std::uint32_t;

  static Vector firstLanes() { return Vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
  static Vector lookUp(const std::uint32_t* words, Vector lane) {
    const Signed low = (Signed) * reinterpret_cast<const InMemory*>(words);
    const Signed high = (Signed) * reinterpret_cast<const InMemory*>(words + kWidth);
    return (Vector)__builtin_ia32_vpermi2vard512(low, (Signed)lane, high);
  }
  static Bits pack(Vector mask, Vector, std::uint32_t first) {
    constexpr int kLess = 1;
    return static_cast<std::uint32_t>(
               __builtin_ia32_cmpd512_mask((Signed)mask, Signed{}, kLess, static_cast<std::uint16_t>(-1)))
           << first;
  }
  static std::uint32_t bitsOf(Bits bits) { return bits; }
};

} // namespace warplaw::concrete
