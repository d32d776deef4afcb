// Floats as numbers: a word is taken apart, a number is rounded once and becomes a word (PTX-30, PTX-33). Bits alone,
// and a significand is moved once, so that solvers decide it. For encodings and their wrong readings alone.
#pragma once
#include "symbolic/encodings/scalar_wording.h"
#include <bit>

namespace warplaw::symbolic::scalar {

/// The significand's highest bit counts 2^exponent, the next half of that, ..: a significand of 24 bits has 23 digits
/// after its point. Of a NaN nothing else counts, of an infinity its sign alone; a significand of 0 is a zero.
struct FloatNumber {
  Term isNegative;
  Term exponent;    ///< signed, of any width that holds it
  Term significand; ///< of any width; the lowest bit may be sticky: a 1 for whatever is below it
  Term isNan;
  Term isInfinite;
};

constexpr int greatestExponent(FloatFormat format) { return (1 << (format.exponent() - 1)) - 1; }
constexpr int leastExponent(FloatFormat format) { return 1 - greatestExponent(format); } ///< of a normal number
constexpr Bits oneOf(FloatFormat format) { return static_cast<Bits>(greatestExponent(format)) << format.fraction; }
inline Term signedNumber(Term like, int value) {
  return number(like, like.width(), static_cast<Bits>(value) & onesOf(like.width()));
}

/// A subnormal number keeps the least exponent, and its highest bit is 0. The exponent is one bit wider than its field,
/// which is enough for a normalized number also. That of an infinity is one above the greatest.
inline FloatNumber unpacked(FloatFormat format, Term word) {
  const Term field = word.extract(format.width - 2, format.fraction), fraction = word.extract(format.fraction - 1, 0);
  const Term isLeast = isZero(field), biased = (field | isLeast.zext(field.width())).zext(field.width() + 1);
  return {isNegative(word), biased - signedNumber(biased, greatestExponent(format)), (~isLeast).concat(fraction),
          isNan(format, word), withoutSign(word).eq(format.infinity())};
}

/// The highest bit is 1, but of a zero. The exponent needs room for as many steps down as the significand has bits.
inline FloatNumber normalized(FloatNumber value) {
  Term& bits = value.significand;
  for (unsigned step = std::bit_ceil(bits.width()) / 2; step > 0; step /= 2) {
    const Term isEmpty = isZero(bits.extract(bits.width() - 1, bits.width() - step));
    const Term moved = bits.extract(bits.width() - 1 - step, 0).concat(number(bits, step, 0));
    bits = isEmpty.ite(moved, bits);
    value.exponent = isEmpty.ite(value.exponent - step, value.exponent);
  }
  return value;
}

enum class Rounding : std::uint8_t { ToNearest, ToZero, Down, Up };

/// What the modifiers say, of a result or of an integer; where they say nothing, to the nearest.
inline Rounding roundingOf(const Input& in) {
  const auto isSaid = [&](std::string_view name) { return says(in, name) || says(in, std::string(name) + "i"); };
  return isSaid("rz")   ? Rounding::ToZero
         : isSaid("rm") ? Rounding::Down
         : isSaid("rp") ? Rounding::Up
                        : Rounding::ToNearest;
}

/// Does the magnitude grow? `half`: the first bit that is lost; `rest`: some other that is lost is 1.
inline Term roundsUp(Rounding how, Term isNegative, Term isOdd, Term half, Term rest) {
  switch (how) {
  case Rounding::ToNearest:
    return half & (rest | isOdd);
  case Rounding::ToZero:
    return half.terms().truth(false);
  case Rounding::Down:
    return isNegative & (half | rest);
  case Rounding::Up:
    return ~isNegative & (half | rest);
  }
  return {};
}

/// How far a number's bits go to the right until the highest counts 2^place: 0 where it counts as much or more, and at
/// most one more than there are digits.
inline Term distanceTo(int place, Term exponent, unsigned digits) {
  const Term wide = exponent.sext(std::max(exponent.width(), unsigned(std::bit_width(digits)) + 2) + 1);
  const Term away = signedNumber(wide, place) - wide, most = signedNumber(wide, int(digits) + 1);
  const Term within = isNegative(away).ite(signedNumber(wide, 0), most.slt(away).ite(most, away));
  return within.extract(std::bit_width(digits + 1) - 1, 0);
}

/// As wide as that; what does not fit leaves a sticky bit.
inline Term withSticky(Term significand, unsigned width) {
  if (significand.width() <= width)
    return significand.concat(number(significand, width, 0))
        .extract(width + significand.width() - 1, significand.width());
  const unsigned lost = significand.width() - width + 1;
  return significand.extract(significand.width() - 1, lost).concat(~isZero(significand.extract(lost - 1, 0)));
}

/// The significand's highest digits after it is moved to the right by `distance`, rounded: one bit more than digits.
inline Term roundedAt(Term distance, Rounding how, Term isNegative, Term significand, unsigned digits) {
  const Term all = withSticky(significand, digits + 2), by = distance.zext(all.width());
  const Term moved = all.lshr(by), isLost = ~isZero(all & ~number(all, all.width(), onesOf(all.width())).shl(by));
  const Term kept = moved.extract(digits + 1, 2);
  const Term up = roundsUp(how, isNegative, kept.bit(0), moved.bit(1), moved.bit(0) | isLost);
  return kept.zext(digits + 1) + up.zext(digits + 1);
}

/// The word without its sign, as wide as the format. Where the significand has its hidden bit (`isNormal`) that counts
/// as one in the exponent's field, and a carry as another.
inline Term magnitudeOf(FloatFormat format, Term isNormal, Term exponent, Term significand) {
  const unsigned width = format.width - format.fraction;
  const Term wide = exponent.sext(std::max(exponent.width(), width));
  const Term above = (wide - signedNumber(wide, leastExponent(format))).extract(width - 1, 0);
  const Term field = isNormal.ite(above, number(above, width, 0));
  return field.concat(number(field, format.fraction, 0)) + significand.zext(format.width);
}

/// The number rounded once to a word of the format. It is normalized, or its exponent is at most the least of the
/// format. `flushes`: a zero of its sign where the number rounded to the format's digits, as if exponents had no end,
/// is below the least normal one (PTX-30); that needs a number that is normalized or exact.
inline Term rounded(FloatFormat format, Rounding how, const FloatNumber& value, bool flushes = false) {
  const unsigned digits = format.fraction + 1;
  const Term exponent = value.exponent.sext(std::max(value.exponent.width(), format.exponent() + 1) + 1);
  const Term least = signedNumber(exponent, leastExponent(format)), isBelowZero = value.isNegative;
  const Term isNormal = isNegative(value.significand) & least.sle(exponent);
  const auto atDistance = [&](Term by) { return roundedAt(by, how, isBelowZero, value.significand, digits); };
  const Term kept = atDistance(distanceTo(leastExponent(format), exponent, digits));
  const Term magnitude = magnitudeOf(format, isNormal, exponent, kept);

  const Term infinity = number(magnitude, format.width, format.infinity());
  const Term isTooGreat = isNormal & signedNumber(exponent, greatestExponent(format)).slt(exponent);
  const Term yes = isBelowZero.terms().truth(true);
  const Term beyond = roundsUp(how, isBelowZero, yes, yes, yes).ite(infinity, infinity - 1);
  Term finite = (isTooGreat | ~magnitude.ult(infinity)).ite(beyond, magnitude);
  if (flushes) {
    const Term becomesNormal = exponent.eq(least - 1) & isNegative(atDistance(number(kept, 1, 0)));
    finite = (isNormal | becomesNormal).ite(finite, number(finite, format.width, 0));
  }
  const Term result = isBelowZero.concat(value.isInfinite.ite(infinity, finite).extract(format.width - 2, 0));
  return value.isNan.ite(canonicalNan(format, result), result);
}

/// A result as .sat or .relu take it: within 0 to 1, a NaN as 0; or no less than 0. A -0 becomes 0.
inline Term asSatAndReluSay(const Input& in, FloatFormat format, Term result) {
  const Term zero = number(result, format.width, 0), one = number(result, format.width, oneOf(format));
  if (says(in, "sat"))
    return (isNan(format, result) | isNegative(result)).ite(zero, one.ult(result).ite(one, result));
  return says(in, "relu") ? (isNegative(result) & ~isNan(format, result)).ite(zero, result) : result;
}

} // namespace warplaw::symbolic::scalar
