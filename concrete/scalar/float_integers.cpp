// Conversions of floats to integers, and of integers to floats (PTX-33).
#include "concrete/scalar/exact.h"

namespace warplaw::concrete::scalar::rows {
namespace {

/// The size of a float made an integer: 2^64 - 1 also for what is larger. `a` is no NaN.
Word integerOf(const Narrow& a, Rounding rounding) {
  if (a.isInfinite() || a.exponent > 0)
    return ~Word{0};
  return a.exponent == 0 ? a.magnitude : withoutDigits(a.magnitude, -a.exponent, a.isNegative, rounding);
}
/// The nearest that T has; of NaN 0, or the highest bit where f64 or an integer of 64 bits takes part.
template <class T> T toInteger(const Narrow& a, Rounding rounding, bool isOfDouble) {
  if (a.isNaN())
    return isOfDouble || kBits<T> == 64 ? static_cast<T>(Word{1} << (kBits<T> - 1)) : T{0};
  constexpr Word kMost = std::numeric_limits<T>::max();
  const Word limit = !a.isNegative ? kMost : std::is_signed_v<T> ? kMost + 1 : 0, size = integerOf(a, rounding);
  const Word nearest = size < limit ? size : limit;
  return static_cast<T>(a.isNegative ? 0 - nearest : nearest);
}
/// [.rni|.rzi|.rmi|.rpi][|.ftz][|.sat]
template <class T> T cvtRoundFloat(Modes modes, f32 a) {
  return toInteger<T>(numberOfFloat(modeOf(modes, 1) == 1, a), roundingOf(modes), false);
}
/// [.rni|.rzi|.rmi|.rpi][|.sat].T[.f16|.bf16|.f64]
template <class T> T cvtRound(Modes modes, Word a) {
  const unsigned source = modeOf(modes, 2);
  const Narrow number = source == 0   ? numberOfSource<f16>(a)
                        : source == 1 ? numberOfSource<bf16>(a)
                                      : numberOfSource<f64>(a);
  return toInteger<T>(number, roundingOf(modes), source == 2);
}

/// u8 u16 u32 u64 s8 s16 s32 s64.
Narrow numberOfInteger(unsigned type, Word a) {
  const unsigned above = 64 - (8u << (type & 3));
  const s64 highest = static_cast<s64>(a << above);
  const bool isNegative = type >= 4 && highest < 0;
  const Word wide = isNegative ? static_cast<Word>(highest >> above) : static_cast<Word>(highest) >> above;
  return finite(isNegative, 0, isNegative ? 0 - wide : wide);
}

/// [.rn|.rz|.rm|.rp][|.ftz][|.sat].T and the source's type
template <class T> T cvtIntegerToFloat(Modes modes, Word a) {
  return ending(rounded<T>(numberOfInteger(modeOf(modes, 3), a), roundingOf(modes)), modeOf(modes, 2) == 1);
}
/// [.rn|.rz|.rm|.rp][|.sat].T and the source's type
template <class T> T cvtInteger(Modes modes, Word a) {
  return ending(rounded<T>(numberOfInteger(modeOf(modes, 2), a), roundingOf(modes)), modeOf(modes, 1) == 1);
}
/// [.rn|.rz|.rm|.rp].T and the source's type
template <class T> T cvtIntegerToBrain(Modes modes, Word a) {
  return rounded<T>(numberOfInteger(modeOf(modes, 1), a), roundingOf(modes));
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/float_integers.def"
