// Parts of words, as all scalar video reads and writes them (VID-1, VID-6). Defined for any value of a modifier.
#pragma once
#include "spec/video.h"

namespace warplaw::concrete {

struct Bits {
  std::uint32_t first; ///< number of the lowest bit
  std::uint32_t mask;  ///< as many ones as the part has bits
};

/// A number that is no spec::Part counts as the whole word.
inline Bits bitsOf(std::uint32_t part) {
  const std::uint32_t byte = part - static_cast<std::uint32_t>(spec::Part::B0);
  const std::uint32_t half = part - static_cast<std::uint32_t>(spec::Part::H0);
  return {byte < 4 ? 8 * byte : half < 2 ? 16 * half : 0u, byte < 4 ? 0xFFu : half < 2 ? 0xFFFFu : ~0u};
}

/// The part of a word as a signed number of 33 bits (VID-1).
inline std::int64_t extended(std::uint32_t word, std::uint32_t part, std::uint32_t isSigned) {
  const Bits bits = bitsOf(part);
  const std::int64_t value = word >> bits.first & bits.mask;
  const std::int64_t sign = isSigned ? (bits.mask >> 1) + 1 : 0u;
  return (value ^ sign) - sign;
}

/// Clamps to the range of numbers as long as `mask` (VID-6, VID-8).
template <class Wide> inline Wide clamped(Wide value, std::uint32_t mask, bool isSigned) {
  const Wide least = isSigned ? -static_cast<Wide>(mask >> 1) - 1 : 0;
  const Wide greatest = isSigned ? mask >> 1 : mask;
  return value < least ? least : value > greatest ? greatest : value;
}

} // namespace warplaw::concrete
