// A NaN that F64 arithmetic gives: it is not known which NaN it is (RED-7). Its bits are open until an operation reads
// them; a NaN that an integer operation stored, or that was there at first, has known bits like any value.
#pragma once
#include <cstdint>

namespace warplaw::linearize {

inline constexpr std::uint64_t kNanExponent = 0x7ff0000000000000u, kNanFraction = 0x000fffffffffffffu;
constexpr bool isNan(std::uint64_t bits) { return (bits & ~(std::uint64_t{1} << 63)) > kNanExponent; }

/// The open bits of 8 bytes of memory.
struct OpenNan {
  std::uint64_t open = 0;      ///< bits that may be 0 or 1
  bool unlikeInfinity = false; ///< one of the open bits of the fraction is 1, the others of that NaN being 0

  bool operator==(const OpenNan&) const = default;
  /// After a step of F64 that gave a NaN; the exponent's bits are all ones.
  static constexpr OpenNan fresh() { return {~kNanExponent, true}; }
  /// An operation read these bits; false if no NaN has bits like these.
  constexpr bool see(std::uint64_t bits, std::uint64_t value) {
    const std::uint64_t seen = open & bits;
    open &= ~bits;
    if (!unlikeInfinity || seen == 0)
      return true;
    if (value & seen & kNanFraction)
      unlikeInfinity = false;
    return !unlikeInfinity || (open & kNanFraction) != 0;
  }
  /// These bits are overwritten unread: they may have had any value that makes the rest possible.
  constexpr void overwrite(std::uint64_t bits) {
    if (open & bits & kNanFraction)
      unlikeInfinity = false;
    open &= ~bits;
  }
  /// Is it a NaN, whatever the open bits are? `value`: the other bits, open ones 0.
  constexpr bool isSurelyNan(std::uint64_t value) const {
    return (value & kNanExponent) == kNanExponent && (unlikeInfinity || (value & kNanFraction) != 0);
  }
};

} // namespace warplaw::linearize
