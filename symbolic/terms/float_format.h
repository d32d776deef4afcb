// How IEEE 754's numbers lie in words of 16, 32 and 64 bits.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

/// binary16, binary32 or binary64: a sign, an exponent's field, a fraction of so many bits.
struct FloatFormat {
  unsigned width;
  unsigned fraction;
  constexpr unsigned exponent() const { return width - 1 - fraction; }
  constexpr Bits sign() const { return Bits{1} << (width - 1); }
  constexpr Bits magnitude() const { return onesOf(width - 1); } ///< all but the sign; of numbers, ordered as they are
  constexpr Bits infinity() const { return magnitude() - onesOf(fraction); } ///< greater magnitudes are NaNs
  constexpr Bits nan() const { return magnitude(); }                         ///< the one NaN that FloatAdd gives
};

constexpr bool isFloatWidth(unsigned width) { return width == 16 || width == 32 || width == 64; }
/// width: one of these.
constexpr FloatFormat floatFormat(unsigned width) { return {width, width == 16 ? 10u : width == 32 ? 23u : 52u}; }

} // namespace warplaw::symbolic
