// Numbers wider than any float's: sums, products, quotients and roots of floats, each rounded once. For files of rows.
#pragma once
#include "concrete/scalar/floats.h"

namespace warplaw::concrete::scalar {

using Wide = unsigned __int128;

/// magnitude times 2 to exponent, where it is finite. Where digits were cut off, the last that is left is 1: so it is
/// rounded as if they were there, since magnitude then has two more digits at least than any format.
struct Number {
  enum class Kind : std::uint8_t { Finite, Infinite, NaN } kind = Kind::Finite;
  bool isNegative = false;
  int exponent = 0;
  Wide magnitude = 0;
  constexpr bool isFinite() const { return kind == Kind::Finite; }
  constexpr bool isInfinite() const { return kind == Kind::Infinite; }
  constexpr bool isNaN() const { return kind == Kind::NaN; }
  constexpr bool isZero() const { return isFinite() && magnitude == 0; }
};
constexpr Number kNotANumber{Number::Kind::NaN};
constexpr Number infinite(bool isNegative) { return {Number::Kind::Infinite, isNegative}; }
constexpr Number finite(bool isNegative, int exponent, Wide magnitude) {
  return {Number::Kind::Finite, isNegative, exponent, magnitude};
}

constexpr Number numberOf(const Format& format, Word bits) {
  const bool isNegative = (bits & format.sign()) != 0;
  const Word unsignedBits = bits & ~format.sign(), fraction = bits & (format.hidden() - 1);
  const int exponent = static_cast<int>(unsignedBits >> format.fraction);
  if (unsignedBits > format.infinity())
    return kNotANumber;
  if (unsignedBits == format.infinity())
    return infinite(isNegative);
  return exponent == 0 ? finite(isNegative, format.least(), fraction)
                       : finite(isNegative, format.least() + exponent - 1, fraction | format.hidden());
}
template <class T> constexpr Number numberOf(T a) { return numberOf(T::kFormat, a.bits); }

/// Where the highest 1 stands; of 0 nothing that means anything.
constexpr int topOf(Wide a) {
  const Word high = static_cast<Word>(a >> 64);
  return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(static_cast<Word>(a) | 1);
}

/// a / 2^digits, rounded to an integer. a has its highest bit clear; digits > 0.
constexpr Wide withoutDigits(Wide a, int digits, bool isNegative, Rounding rounding) {
  const bool isFar = digits > 127;
  const Wide kept = isFar ? 0 : a >> digits, rest = isFar ? a : a - (kept << digits);
  if (rest == 0)
    return kept;
  switch (rounding) {
  case Rounding::Zero:
    return kept;
  case Rounding::Down:
    return kept + (isNegative ? 1 : 0);
  case Rounding::Up:
    return kept + (isNegative ? 0 : 1);
  default:
    break;
  }
  const Wide half = isFar ? ~Wide{0} : Wide{1} << (digits - 1);
  return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
}

/// What a number beyond the largest becomes.
constexpr Word overflowOf(const Format& format, bool isNegative, Rounding rounding) {
  const bool isLargest = rounding == Rounding::Zero || rounding == (isNegative ? Rounding::Up : Rounding::Down);
  return format.infinity() - (isLargest ? 1 : 0);
}

/// The bits without their sign of a finite number that is not 0.
constexpr Word roundedMagnitude(const Format& format, const Number& a, Rounding rounding) {
  const int top = a.exponent + topOf(a.magnitude);
  if (top > format.bias())
    return overflowOf(format, a.isNegative, rounding);
  const int last = top - format.fraction < format.least() ? format.least() : top - format.fraction;
  const int digits = last - a.exponent; // too many
  const Wide kept = digits > 0 ? withoutDigits(a.magnitude, digits, a.isNegative, rounding) : a.magnitude << -digits;
  // the leading 1 of a normal number adds 1 to the exponent's field, and so does what rounding carries out of it
  const Word bits = (static_cast<Word>(last - format.least()) << format.fraction) + static_cast<Word>(kept);
  return bits < format.infinity() ? bits : overflowOf(format, a.isNegative, rounding);
}

template <class T> constexpr T rounded(const Number& a, Rounding rounding) {
  if (a.isNaN())
    return kNaNOf<T>;
  const Word bits = a.isInfinite() ? T::kFormat.infinity() : a.isZero() ? 0 : roundedMagnitude(T::kFormat, a, rounding);
  return ofBits<T>(bits | (a.isNegative ? T::kFormat.sign() : 0));
}

constexpr Number negated(Number a) {
  a.isNegative = !a.isNegative;
  return a;
}

/// The highest 1 at bit `top`; of a finite number that is not 0 and is not longer.
constexpr Number normalised(Number a, int top) {
  const int by = top - topOf(a.magnitude);
  return finite(a.isNegative, a.exponent - by, a.magnitude << by);
}
constexpr Wide cutOff(Wide a, int digits) {
  if (digits > 127)
    return a != 0 ? 1 : 0;
  const Wide kept = a >> digits;
  return kept | (kept << digits != a ? 1 : 0);
}

constexpr Number zeroOf(Rounding rounding) { return finite(rounding == Rounding::Down, 0, 0); } ///< of x - x
/// Neither is 0; each has at most 106 digits. If they do not overlap fully, cancellation takes at most one digit.
constexpr Number sumOfFinite(Number x, Number y, Rounding rounding) {
  constexpr int kTop = 125; // room for a carry below the highest bit
  x = normalised(x, kTop);
  y = normalised(y, kTop);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.magnitude < y.magnitude))
    std::swap(x, y);
  const Wide aligned = cutOff(y.magnitude, x.exponent - y.exponent);
  const Wide sum = x.isNegative == y.isNegative ? x.magnitude + aligned : x.magnitude - aligned;
  return sum == 0 ? zeroOf(rounding) : finite(x.isNegative, x.exponent, sum);
}
constexpr Number sum(const Number& x, const Number& y, Rounding rounding) {
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isInfinite() && x.isNegative != y.isNegative))
    return kNotANumber;
  if (x.isInfinite() || y.isInfinite())
    return x.isInfinite() ? x : y;
  if (x.isZero() && y.isZero())
    return x.isNegative == y.isNegative ? x : zeroOf(rounding);
  if (x.isZero() || y.isZero())
    return x.isZero() ? y : x;
  return sumOfFinite(x, y, rounding);
}

constexpr Number product(const Number& x, const Number& y) {
  const bool isNegative = x.isNegative != y.isNegative;
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isZero()) || (x.isZero() && y.isInfinite()))
    return kNotANumber;
  if (x.isInfinite() || y.isInfinite())
    return infinite(isNegative);
  return finite(isNegative, x.exponent + y.exponent, x.magnitude * y.magnitude);
}

constexpr Number quotient(const Number& x, const Number& y) {
  const bool isNegative = x.isNegative != y.isNegative;
  if (x.isNaN() || y.isNaN() || (x.isInfinite() && y.isInfinite()) || (x.isZero() && y.isZero()))
    return kNotANumber;
  if (x.isInfinite() || y.isZero())
    return infinite(isNegative);
  if (y.isInfinite() || x.isZero())
    return finite(isNegative, 0, 0);
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
    return finite(false, 0, 0);
  Number even = normalised(x, 52);
  if (even.exponent % 2 != 0)
    even = normalised(x, 53);
  constexpr int kPower = 176; // the quotient has 122 digits at least, its root 61
  const Division division = powerOver(kPower, static_cast<Word>(even.magnitude));
  const Wide twice = rootTwice(division.quotient) | (division.isExact ? 0 : 1);
  return finite(false, -(even.exponent + kPower) / 2 - 1, twice);
}

} // namespace warplaw::concrete::scalar
