// SHFL's datapath with AVX2, eight lanes at a time (SHFL-1..8). Its one machine-specific operation is vpermd, a look-up
// in a table of eight words: of 32 words, four look-ups, among which the upper bits of the lane choose. A word has a
// byte of each group of eight lanes, so that words become bytes, and bytes words, by shifts: processors move elements
// from place to place on one of their three ports.
#include "concrete/instructions/shfl_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
struct EightLanes : LanesInOrder<8> {
  using Signed = VectorOf<kWidth>::Signed;
  static constexpr WarpBytes kNumbers = {0, 8,  16, 24, 1, 9,  17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
                                         4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31};

  static void lowest(const std::uint32_t* row, WarpBytes& low) { low = bytes(row, 0); }
  static void lowestTwo(const std::uint32_t* row, WarpBytes& low, WarpBytes& high) {
    low = bytes(row, 0);
    high = bytes(row, 8);
  }
  /// Five bits of each word, from bit `from` on; the group from lane `first` on stands `first` bits up: eight for
  /// eight.
  __attribute__((always_inline)) static WarpBytes bytes(const std::uint32_t* row, std::uint32_t from) {
    Vector all = {};
#pragma clang loop unroll(full)
    for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
      const Vector words = LanesFrom<kWidth>{first}.of(row);
      all |= (first < from ? words >> (from - first) : words << (first - from)) & (31u << first);
    }
    return (WarpBytes)all;
  }
  static Vector wordsOf(const WarpBytes& bytes, std::uint32_t first) { return (Vector)bytes >> first & 31; }
  static std::uint32_t signs(const WarpBytes& b) {
    return LanesInOrder::signs(__builtin_shufflevector(b, b, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29,
                                                       2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31));
  }

  static Vector lookUp(const std::uint32_t* words, const WarpBytes& lane, std::uint32_t first) {
    const Vector all = (Vector)lane;
    const auto in = [&](std::uint32_t table) {
      const Vector eight = LanesFrom<kWidth>{kWidth * table}.of(words);
      return (Vector)__builtin_ia32_permvarsi256((Signed)eight, (Signed)(all >> first));
    };
    // a lane's bits 3 and 4 as signs, which is what a blend looks at
    const Signed upperOfTwo = (Signed)(all << (28 - first)), upperHalf = (Signed)(all << (27 - first));
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
