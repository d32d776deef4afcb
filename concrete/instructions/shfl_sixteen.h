// A shuffle's machine with AVX-512: sixteen lanes at a time (shfl_vector.h). Its one machine-specific operation is
// vpermi2d, a look-up in a table of 32 words; everything else is element-wise.
#pragma once
#include "concrete/instructions/shfl_vector.h"

namespace warplaw::concrete {

struct SixteenLanes : LanesInOrder<16> {
  using Signed = VectorOf<kWidth>::Signed;

  static Vector lookUp(const std::uint32_t* words, const WarpBytes& lane, std::uint32_t first) {
    const LanesFrom<kWidth> low{0}, high{kWidth};
    return (Vector)__builtin_ia32_vpermi2vard512((Signed)low.of(words), (Signed)wordsOf(lane, first),
                                                 (Signed)high.of(words));
  }
};

} // namespace warplaw::concrete
