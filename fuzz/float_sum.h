// The sum of two numbers of 16, 32 or 64 bits in exact integers, which are rounded once at the end (FADD-1, FADD-2,
// RED-7).
#pragma once
#include <cstdint>

namespace warplaw::fuzz {

/// Where a number's parts lie in a Word: std::uint16_t, std::uint32_t or std::uint64_t.
template <class Word> struct NumberFormat {
  static constexpr unsigned kWidth = 8 * sizeof(Word), kFraction = kWidth == 16 ? 10 : kWidth == 32 ? 23 : 52;
  static constexpr std::uint64_t kSign = std::uint64_t{1} << (kWidth - 1), kHidden = std::uint64_t{1} << kFraction,
                                 kInfinity = kSign - kHidden, ///< what is greater without its sign is no number
      kNan = kSign - 1;
};

/// The words hold numbers; so does the result, whose NaN has every bit set but the sign.
template <class Word> Word sumOfNumbers(Word first, Word second);
inline std::uint32_t floatSum(std::uint32_t x, std::uint32_t y) { return sumOfNumbers(x, y); }

} // namespace warplaw::fuzz
