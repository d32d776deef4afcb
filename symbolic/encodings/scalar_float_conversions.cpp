// Conversions of floats to floats as terms (PTX-33): a source becomes a number, and that is rounded once.
#include "symbolic/encodings/float_numbers.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

/// .ftz speaks of sources and results that are f32.
bool isFlushed(const Input& in, FloatFormat format) { return says(in, "ftz") && format.width == 32; }
Term source(const Input& in, FloatFormat format, Term word) {
  return isFlushed(in, format) ? flushed(format, word) : word;
}

/// Only where the result's exponents reach further must a subnormal source be normalized.
FloatNumber ofFloat(const Input& in, FloatFormat from, FloatFormat to, Term word) {
  const FloatNumber value = unpacked(from, source(in, from, word));
  return from.exponent() < to.exponent() ? normalized(value) : value;
}

Term toFloat(const Input& in, Term word) {
  const FloatFormat format = formatOf(in);
  const FloatNumber value = ofFloat(in, formatOf(in.form.source(0, in.modes)), format, word);
  return asSatAndReluSay(in, format, rounded(format, roundingOf(in), value, isFlushed(in, format)));
}
Term toFloat(const Input& in) { return toFloat(in, in.a()); }

/// The integer that a number of the type, no NaN, is rounded to, as a number of the type.
Term integral(Rounding how, FloatFormat format, Term word) {
  const FloatNumber value = unpacked(format, word);
  const unsigned digits = format.fraction + 1;
  const Term distance = distanceTo(int(format.fraction), value.exponent, digits);
  const Term whole = roundedAt(distance, how, value.isNegative, value.significand, digits); // counts from 1 up
  const Term back = whole.shl(distance.zext(whole.width()));
  const Term zero = number(word, format.width, 0), one = number(word, format.width, oneOf(format));
  const Term magnitude =
      isNegative(value.exponent)
          .ite(isZero(whole).ite(zero, one), magnitudeOf(format, word.terms().truth(true), value.exponent, back));
  return signAlone(word) | withoutSign(magnitude);
}

/// Without a rounding a number stays as it is.
Term toSame(const Input& in) {
  const FloatFormat format = formatOf(in);
  const Term word = source(in, format, in.a());
  const Term result = in.modeName(0).empty() ? word : integral(roundingOf(in), format, word);
  return asSatAndReluSay(in, format, isNan(format, word).ite(canonicalNan(format, word), result));
}

} // namespace

Term cvtDoubleToFloat(const Input& in) { return toFloat(in); }
Term cvtFloatToHalf(const Input& in) { return toFloat(in); }
Term cvtToHalf(const Input& in) { return toFloat(in); }
Term cvtFloatToBrain(const Input& in) { return toFloat(in); }
Term cvtToBrain(const Input& in) { return toFloat(in); }
Term cvtRelu(const Input& in) { return toFloat(in); }
Term cvtPair(const Input& in) { return toFloat(in, in.a()).concat(toFloat(in, in.b())); }

Term cvtWiderFloat(const Input& in) { return toFloat(in); }
Term cvtFloatToDouble(const Input& in) { return toFloat(in); }
Term cvtToDouble(const Input& in) { return toFloat(in); }

Term cvtSameFloat(const Input& in) { return toSame(in); }
Term cvtSame(const Input& in) { return toSame(in); }
Term cvtSameBrain(const Input& in) { return toSame(in); }

} // namespace warplaw::symbolic::scalar::rows
