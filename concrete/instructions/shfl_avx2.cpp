// SHFL's datapath with AVX2, eight lanes at a time (SHFL-1..8). Its one machine-specific operation is vpermd, a look-up
// in a table of eight words: of 32 words, four look-ups, among which the upper bits of the lane choose.
#include "concrete/instructions/shfl_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
struct EightLanes {
  static constexpr std::uint32_t kWidth = 8;
  using Vector = VectorOf<kWidth>::Unsigned;
  using Signed = VectorOf<kWidth>::Signed;
  using InMemory = VectorOf<kWidth>::InMemory;

  static Vector lookUp(const std::uint32_t* words, VectorOf<kWidth>::Bytes bytes) {
    const Vector lane = __builtin_convertvector(bytes, Vector);
    const auto in = [&](std::uint32_t table) {
      const Signed eight = (Signed) * reinterpret_cast<const InMemory*>(words + kWidth * table);
      return (Vector)__builtin_ia32_permvarsi256(eight, (Signed)lane);
    };
    // a lane's bits 3 and 4 as signs, which is what a blend looks at
    const Signed upperOfTwo = (Signed)(lane << 28), upperHalf = (Signed)(lane << 27);
    const Vector low = upperOfTwo < 0 ? in(1) : in(0);
    const Vector high = upperOfTwo < 0 ? in(3) : in(2);
    return upperHalf < 0 ? high : low;
  }
};
} // namespace

extern "C" void warplaw_shfl_avx2(const ShflModifiers* modifiers, const Operands* operands, const ShflChoices* choices,
                                  Results* results) {
  shflVector<EightLanes>(modifiers->mode, operands, choices, results);
}
