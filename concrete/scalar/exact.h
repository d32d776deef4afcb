// Numbers wider than any float's: sums, products, quotients and roots of floats, each rounded once. For files of rows.
#pragma once
#include "concrete/scalar/floats.h"

namespace warplaw::concrete::scalar {
namespace { // each file has its own: a linker would take one file's for all, and some are proved and some are not

using Wide = unsigned __int128;

/// magnitude times 2 to exponent, where it is finite. Where digits were cut off, the last that is left is 1: so it is
/// rounded as if they were there, since magnitude then has two more digits at least than any format.
template <class Digits> struct NumberIn {
  enum class Kind : std::uint8_t { Finite, Infinite, NaN } kind = Kind::Finite;
  bool isNegative = false;
  int exponent = 0;
  Digits magnitude = 0;
  constexpr bool isFinite() const { return kind == Kind::Finite; }
  constexpr bool isInfinite() const { return kind == Kind::Infinite; }
  constexpr bool isNaN() const { return kind == Kind::NaN; }
  constexpr bool isZero() const { return isFinite() && magnitude == 0; }
};
using Number = NumberIn<Wide>;
constexpr Number kNotANumber{Number::Kind::NaN};
constexpr Number infinite(bool isNegative) { return {Number::Kind::Infinite, isNegative}; }
template <class Digits> constexpr NumberIn<Digits> finite(bool isNegative, int exponent, Digits magnitude) {
  return {NumberIn<Digits>::Kind::Finite, isNegative, exponent, magnitude};
}

template <class Digits = Wide, class T> constexpr NumberIn<Digits> numberOf(T a) {
  using Kind = typename NumberIn<Digits>::Kind;
  constexpr Format kFormat = T::kFormat;
  const Word size = magnitude(a).bits, fraction = size & (kFormat.hidden() - 1);
  const int exponent = static_cast<int>(size >> kFormat.fraction);
  const Kind kind = isNaN(a) ? Kind::NaN : isInfinite(a) ? Kind::Infinite : Kind::Finite;
  return {kind, isNegative(a), kFormat.least() + exponent - (exponent == 0 ? 0 : 1),
          exponent == 0 ? fraction : fraction | kFormat.hidden()};
}

using Narrow = NumberIn<Word>;
/// Its digits from the highest bit on, but for those of a subnormal number.
template <class T> constexpr Narrow numberFrom(T a) {
  constexpr int kBelow = 63 - T::kFormat.fraction;
  Narrow number = numberOf<Word>(a);
  number.exponent -= kBelow;
  number.magnitude <<= kBelow;
  return number;
}
/// Sources of one type, or of that which a group of modifiers says.
template <class T> constexpr Narrow numberOfSource(Word a) { return numberFrom(ofBits<T>(a)); }
constexpr Narrow numberOfFloat(bool flushes, f32 a) { return numberFrom(either(flushes, flushed(a), a)); }

/// Where the highest 1 stands; of 0 nothing that means anything.
constexpr int topOf(Word a) { return 63 - __builtin_clzll(a | 1); }
constexpr int topOf(Wide a) {
  const Word high = static_cast<Word>(a >> 64);
  return high != 0 ? 64 + topOf(high) : topOf(static_cast<Word>(a));
}

/// a / 2^digits, rounded to an integer; digits > 0.
template <class Digits> constexpr Digits withoutDigits(Digits a, int digits, bool isNegative, Rounding rounding) {
  constexpr int kMost = sizeof(Digits) * 8;
  const Digits halves = digits > kMost ? 0 : a >> (digits - 1);
  const bool isHalf = (halves & 1) != 0, isOdd = (halves & 2) != 0;
  const bool isBesides = digits > kMost ? a != 0 : halves << (digits - 1) != a;
  const bool isUp = rounding == Rounding::Nearest
                        ? isHalf && (isBesides || isOdd)
                        : rounding == (isNegative ? Rounding::Down : Rounding::Up) && (isHalf || isBesides);
  return (halves >> 1) + (isUp ? 1 : 0);
}

/// What a number beyond the largest becomes.
constexpr Word overflowOf(const Format& format, bool isNegative, Rounding rounding) {
  const bool isLargest = rounding == Rounding::Zero || rounding == (isNegative ? Rounding::Up : Rounding::Down);
  return format.infinity() - (isLargest ? 1 : 0);
}

/// The bits without their sign of a finite number that is not 0. Where it is flushed, exponents have no end until it is
/// rounded, and what is below the least normal number then is 0 (PTX-30).
template <class T, class Digits>
constexpr Word roundedMagnitude(const NumberIn<Digits>& a, Rounding rounding, bool flushes) {
  constexpr Format kFormat = T::kFormat;
  constexpr int kTop = sizeof(Digits) * 8 - 1;
  const int zeros = kTop - topOf(a.magnitude), top = a.exponent + topOf(a.magnitude);
  if (top > kFormat.bias())
    return overflowOf(kFormat, a.isNegative, rounding);
  const int whole = top - kFormat.fraction, last = whole < kFormat.least() && !flushes ? kFormat.least() : whole;
  const int digits = kTop - kFormat.fraction + (last - whole); // too many
  const Digits kept = withoutDigits(static_cast<Digits>(a.magnitude << zeros), digits, a.isNegative, rounding);
  // the leading 1 of a normal number adds 1 to the exponent's field, and so does what rounding carries out of it
  const Word bits = (static_cast<Word>(last - kFormat.least()) << kFormat.fraction) + static_cast<Word>(kept);
  if (flushes && static_cast<std::int64_t>(bits) < static_cast<std::int64_t>(kFormat.hidden()))
    return 0;
  return bits < kFormat.infinity() ? bits : overflowOf(kFormat, a.isNegative, rounding);
}

template <class T, class Digits>
constexpr T rounded(const NumberIn<Digits>& a, Rounding rounding, bool flushes = false) {
  if (a.isNaN())
    return kNaNOf<T>;
  const Word bits = a.isInfinite() ? T::kFormat.infinity() : a.isZero() ? 0 : roundedMagnitude<T>(a, rounding, flushes);
  return ofBits<T>(bits | (a.isNegative ? T::kFormat.sign() : 0));
}

template <class T, class Digits> constexpr T rounded(const NumberIn<Digits>& a, const Manner& how) {
  return rounded<T>(a, how.rounding, how.flushes);
}

template <class Digits> constexpr NumberIn<Digits> negated(NumberIn<Digits> a) {
  a.isNegative = !a.isNegative;
  return a;
}

/// The highest 1 at bit `top`; of a finite number that is not 0 and is not longer.
template <class Digits> constexpr NumberIn<Digits> normalised(const NumberIn<Digits>& a, int top) {
  const int by = top - topOf(a.magnitude);
  return finite(a.isNegative, a.exponent - by, static_cast<Digits>(a.magnitude << by));
}
template <class Digits> constexpr Digits cutOff(Digits a, int digits) {
  if (digits >= static_cast<int>(sizeof(Digits) * 8))
    return a != 0 ? 1 : 0;
  const Digits kept = a >> digits;
  return kept | (kept << digits != a ? 1 : 0);
}

/// What x - x gives.
template <class Digits> constexpr NumberIn<Digits> zeroOf(Rounding rounding) {
  return finite(rounding == Rounding::Down, 0, Digits{0});
}
/// Neither is 0; each has eight digits less than there is room for. If they do not overlap fully, cancellation takes at
/// most one digit.
template <class Digits>
constexpr NumberIn<Digits> sumOfFinite(const NumberIn<Digits>& a, const NumberIn<Digits>& b, Rounding rounding) {
  constexpr int kTop = sizeof(Digits) * 8 - 3; // room for a carry below the highest bit
  const NumberIn<Digits> x = normalised(a, kTop), y = normalised(b, kTop);
  const bool isLess = x.exponent < y.exponent || (x.exponent == y.exponent && x.magnitude < y.magnitude);
  const Digits greater = isLess ? y.magnitude : x.magnitude, less = isLess ? x.magnitude : y.magnitude;
  const int distance = isLess ? y.exponent - x.exponent : x.exponent - y.exponent;
  const Digits aligned = cutOff(less, distance);
  const Digits sum = a.isNegative == b.isNegative ? greater + aligned : greater - aligned;
  return sum == 0 ? zeroOf<Digits>(rounding)
                  : finite(isLess ? b.isNegative : a.isNegative, isLess ? y.exponent : x.exponent, sum);
}
template <class Digits>
constexpr NumberIn<Digits> sum(const NumberIn<Digits>& x, const NumberIn<Digits>& y, Rounding rounding) {
  using Kind = typename NumberIn<Digits>::Kind;
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isInfinite() && x.isNegative != y.isNegative))
    return {Kind::NaN};
  if (x.isInfinite() || y.isInfinite())
    return {Kind::Infinite, x.isInfinite() ? x.isNegative : y.isNegative};
  if (x.isZero() && y.isZero())
    return x.isNegative == y.isNegative ? finite(x.isNegative, 0, Digits{0}) : zeroOf<Digits>(rounding);
  if (x.isZero())
    return y;
  if (y.isZero())
    return x;
  return sumOfFinite(x, y, rounding);
}

template <class Digits> constexpr NumberIn<Digits> product(const NumberIn<Digits>& x, const NumberIn<Digits>& y) {
  using Kind = typename NumberIn<Digits>::Kind;
  const bool isNegative = x.isNegative != y.isNegative;
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isZero()) || (x.isZero() && y.isInfinite()))
    return {Kind::NaN};
  if (x.isInfinite() || y.isInfinite())
    return {Kind::Infinite, isNegative};
  return finite(isNegative, x.exponent + y.exponent, static_cast<Digits>(x.magnitude * y.magnitude));
}

constexpr Number quotient(const Number& x, const Number& y) {
  const bool isNegative = x.isNegative != y.isNegative;
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isInfinite()) || (x.isZero() && y.isZero()))
    return kNotANumber;
  if (x.isInfinite() || y.isZero())
    return infinite(isNegative);
  if (y.isInfinite() || x.isZero())
    return finite(isNegative, 0, Wide{0});
  const Number above = normalised(x, 126), below = normalised(y, 63);
  const Wide digits = above.magnitude / below.magnitude; // 63 of them, or 64
  const Wide isInexact = digits * below.magnitude != above.magnitude ? 1 : 0;
  return finite(isNegative, above.exponent - below.exponent - 1, digits << 1 | isInexact);
}

/// The integer's root, twice, and 1 more where it is not an integer.
constexpr Wide rootTwice(Wide a) {
  Wide root = 0;
  for (Wide bit = Wide{1} << 126; bit != 0; bit >>= 2) {
    const bool fits = a >= root + bit;
    a -= fits ? root + bit : 0;
    root = (root >> 1) + (fits ? bit : 0);
  }
  return root << 1 | (a != 0 ? 1 : 0);
}
constexpr Number root(const Number& x) {
  if (x.isNaN() || x.isZero())
    return x;
  if (x.isNegative)
    return kNotANumber;
  if (x.isInfinite())
    return x;
  Number even = normalised(x, 124);
  if (even.exponent % 2 != 0)
    even = normalised(x, 125);
  return finite(false, even.exponent / 2 - 1, rootTwice(even.magnitude));
}

struct Division {
  Wide quotient;
  bool isExact;
};
/// 2^power / divisor, digit by digit: the quotient has fewer than 128 digits.
constexpr Division powerOver(int power, Word divisor) {
  Wide rest = 1, digits = 0;
  for (int i = 0; i < power; ++i) {
    rest <<= 1;
    const bool fits = rest >= divisor;
    rest -= fits ? divisor : 0;
    digits = digits << 1 | (fits ? 1 : 0);
  }
  return {digits, rest == 0};
}
/// 1 over the root. The digits of the root of a quotient are those of the root of its integer part.
constexpr Number rootOfReciprocal(const Number& x) {
  if (x.isNaN())
    return x;
  if (x.isZero())
    return infinite(x.isNegative);
  if (x.isNegative)
    return kNotANumber;
  if (x.isInfinite())
    return finite(false, 0, Wide{0});
  Number even = normalised(x, 52);
  if (even.exponent % 2 != 0)
    even = normalised(x, 53);
  constexpr int kPower = 176; // the quotient has 122 digits at least, its root 61
  const Division division = powerOver(kPower, static_cast<Word>(even.magnitude));
  const Wide twice = rootTwice(division.quotient) | (division.isExact ? 0 : 1);
  return finite(false, -(even.exponent + kPower) / 2 - 1, twice);
}

} // namespace
} // namespace warplaw::concrete::scalar
