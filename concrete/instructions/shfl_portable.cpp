// SHFL's datapath for any processor, four lanes at a time (SHFL-1..8).
#include "concrete/instructions/shfl_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
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
} // namespace

extern "C" void warplaw_shfl_portable(const ShflModifiers* modifiers, const Operands* operands,
                                      const ShflChoices* choices, Results* results) {
  shflVector<FourLanes>(modifiers->mode, operands, choices, results);
}
