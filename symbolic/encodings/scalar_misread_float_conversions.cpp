// Wrong readings of conversions of floats to floats (PTX-33).
#include "symbolic/encodings/float_numbers.h"
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

FloatFormat sourceFormat(const Input& in) { return formatOf(in.form.source(0, in.modes)); }

/// What is right, amended part by part: `ofParts` takes the result's parts, and those of another result.
template <class OfParts> Term ofResults(const Input& in, OfParts ofParts, Term other = {}) {
  return eachPart(with(with(in, 0, right(in)), 1, other), ofParts);
}

// How a number is rounded.

Term nearestIsTruncated(const Input& in) { return right(instead(instead(in, "rn", "rz"), "rni", "rzi")); }
Term downIsToZero(const Input& in) { return right(instead(instead(in, "rm", "rz"), "rmi", "rzi")); }
Term upIsToZero(const Input& in) { return right(instead(instead(in, "rp", "rz"), "rpi", "rzi")); }

/// An odd one lies above a tie, and rounds as the even one elsewhere; but not where its last digit counts a
/// half or more, or decides.
Term tiesAway(const Input& in) {
  const FloatFormat from = sourceFormat(in);
  const Bits tooLong = oneOf(from) + (Bits{from.fraction - 1} << from.fraction);
  const Term magnitude = withoutSign(in.a()), isTiny = magnitude.ult(Bits{1} << from.fraction);
  const Term isMadeOdd = ~isTiny & magnitude.ult(says(in, "rni") ? tooLong : from.infinity());
  return says(in, "rni") || says(in, "rn") ? right(with(in, 0, in.a() | isMadeOdd.zext(from.width))) : right(in);
}

/// Rounded twice.
Term throughFloat(const Input& in) {
  const FloatFormat middle = floatFormat(32);
  const FloatNumber value = normalized(unpacked(sourceFormat(in), in.a()));
  const FloatNumber again = normalized(unpacked(middle, rounded(middle, roundingOf(in), value)));
  return asSatAndReluSay(in, formatOf(in), rounded(formatOf(in), roundingOf(in), again));
}

Term overflowIsInfinity(const Input& in) {
  const auto chosen = [&](Term result, Term nearest) {
    return withoutSign(nearest).eq(formatOf(in).infinity()).ite(nearest, result);
  };
  return ofResults(in, chosen, right(instead(in, "rz", "rn")));
}
Term overflowIsGreatest(const Input& in) {
  return ofResults(in, [&](Term result) {
    return (withoutSign(result).eq(formatOf(in).infinity()) & isFinite(sourceFormat(in), in.a()))
        .ite(result - 1, result);
  });
}

// What is flushed.

Term sourceIsFlushed(const Input& in) { return right(with(in, 0, flushed(sourceFormat(in), in.a()))); }
Term resultIsFlushed(const Input& in) {
  return ofResults(in, [&](Term result) { return flushed(formatOf(in), result); });
}
Term ftzFlushesSource(const Input& in) { return says(in, "ftz") ? sourceIsFlushed(in) : right(in); }
Term ftzFlushesResult(const Input& in) { return says(in, "ftz") ? resultIsFlushed(in) : right(in); }
/// Rounded to the digits that a subnormal number has, and flushed then.
Term flushedAsSubnormal(const Input& in) {
  return says(in, "ftz") ? flushed(formatOf(in), right(without(in, "ftz"))) : right(in);
}
/// Where the source is below the least normal result, whatever it is rounded to.
Term flushedBeforeRounding(const Input& in) {
  const FloatFormat from = sourceFormat(in);
  const Bits least = oneOf(from) - (Bits(-leastExponent(formatOf(in))) << from.fraction);
  const Term isTiny = withoutSign(in.a()).ult(least);
  return says(in, "ftz") ? right(with(in, 0, isTiny.ite(signAlone(in.a()), in.a()))) : right(in);
}

// NaNs.

template <class OfNan> Term ofNan(const Input& in, OfNan result) {
  return isNan(sourceFormat(in), in.a()).ite(result(), right(in));
}
Term nanKeepsSign(const Input& in) {
  return ofResults(in, [&](Term result) {
    return isNan(formatOf(in), result)
        .ite(result | isNegative(in.a()).concat(number(in.a(), result.width() - 1, 0)), result);
  });
}
Term nanStays(const Input& in) {
  return ofNan(in, [&] { return in.a(); });
}
/// The lower half is cut off, so that a NaN with ones there alone is an infinity.
Term nanIsCut(const Input& in) {
  return ofNan(in, [&] { return upperHalf(in.a()); });
}
Term satForgotten(const Input& in) { return right(without(in, "sat")); }
Term satOfNanIsOne(const Input& in) {
  return ofNan(in, [&] { return says(in, "sat") ? number(in.a(), in.width(), oneOf(formatOf(in))) : right(in); });
}
Term satOfNanStays(const Input& in) {
  return ofNan(in, [&] { return satForgotten(in); });
}

// To a wider float.

/// A word of the result's format from the fields of the source.
Term widened(const Input& in, Bits exponent) {
  const FloatFormat from = sourceFormat(in), to = formatOf(in);
  const Term digits = in.a().extract(from.fraction - 1, 0).concat(number(in.a(), to.fraction - from.fraction, 0));
  return isNegative(in.a()).concat(number(in.a(), to.exponent(), exponent)).concat(digits);
}
/// Its exponent is moved to the other format's as a normal number's is.
Term subnormalGetsHiddenBit(const Input& in) {
  const auto above = unsigned(greatestExponent(formatOf(in)) - greatestExponent(sourceFormat(in)));
  const Term wrong = asSatAndReluSay(in, formatOf(in), widened(in, above));
  return says(in, "ftz") ? right(in) : isSubnormal(sourceFormat(in), in.a()).ite(wrong, right(in));
}
Term nanKeepsPayload(const Input& in) {
  return ofNan(in, [&] { return says(in, "sat") ? right(in) : widened(in, onesOf(formatOf(in).exponent())); });
}

// To the same type.

Term zeroLosesSign(const Input& in) { return isFloatZero(right(in)).ite(withoutSign(right(in)), right(in)); }

// .relu and pairs.

Term reluForgotten(const Input& in) {
  return in.type().isPacked() ? right(without(in, "relu"))
                              : rounded(formatOf(in), roundingOf(in), unpacked(sourceFormat(in), in.a()));
}
Term reluKeepsMinusZero(const Input& in) {
  const auto chosen = [](Term result, Term unclamped) { return isFloatZero(unclamped).ite(unclamped, result); };
  return ofResults(in, chosen, reluForgotten(in));
}
Term reluOfNanIsZero(const Input& in) {
  const auto chosen = [&](Term result) {
    return isNan(formatOf(in), result).ite(number(result, result.width(), 0), result);
  };
  return says(in, "relu") ? ofResults(in, chosen) : right(in);
}
Term secondSourceForgotten(const Input& in) { return right(with(in, 1, in.a())); }

constexpr Misreading kFloatConversions[] = {
    {"cvtDoubleToFloat", "ftz-forgotten", ftzForgotten},
    {"cvtDoubleToFloat", "flushed-as-subnormal", flushedAsSubnormal},
    {"cvtDoubleToFloat", "flushed-before-rounding", flushedBeforeRounding},
    {"cvtDoubleToFloat", "ties-away", tiesAway},
    {"cvtDoubleToFloat", "overflow-is-infinity", overflowIsInfinity},
    {"cvtDoubleToFloat", "overflow-is-greatest", overflowIsGreatest},
    {"cvtDoubleToFloat", "sat-of-nan-is-one", satOfNanIsOne},
    {"cvtDoubleToFloat", "nan-keeps-sign", nanKeepsSign},
    {"cvtFloatToHalf", "ftz-forgotten", ftzForgotten},
    {"cvtFloatToHalf", "ftz-flushes-result", ftzFlushesResult},
    {"cvtFloatToHalf", "flushed", resultIsFlushed},
    {"cvtFloatToHalf", "ties-away", tiesAway},
    {"cvtFloatToHalf", "overflow-is-infinity", overflowIsInfinity},
    {"cvtFloatToHalf", "sat-of-nan-stays", satOfNanStays},
    {"cvtToHalf", "rounded-twice", throughFloat},
    {"cvtToHalf", "flushed", resultIsFlushed},
    {"cvtToHalf", "down-is-to-zero", downIsToZero},
    {"cvtToHalf", "overflow-is-greatest", overflowIsGreatest},
    {"cvtToHalf", "sat-of-nan-is-one", satOfNanIsOne},
    {"cvtFloatToBrain", "ftz-forgotten", ftzForgotten},
    {"cvtFloatToBrain", "flushed", resultIsFlushed},
    {"cvtFloatToBrain", "nearest-is-truncated", nearestIsTruncated},
    {"cvtFloatToBrain", "ties-away", tiesAway},
    {"cvtFloatToBrain", "nan-is-cut", nanIsCut},
    {"cvtToBrain", "rounded-twice", throughFloat},
    {"cvtToBrain", "flushed", sourceIsFlushed},
    {"cvtToBrain", "ties-away", tiesAway},
    {"cvtToBrain", "nan-keeps-sign", nanKeepsSign},
    {"cvtRelu", "relu-forgotten", reluForgotten},
    {"cvtRelu", "relu-keeps-minus-zero", reluKeepsMinusZero},
    {"cvtRelu", "relu-of-nan-is-zero", reluOfNanIsZero},
    {"cvtRelu", "nan-is-cut", nanIsCut},
    {"cvtRelu", "ties-away", tiesAway},
    {"cvtPair", "parts-exchanged", partsExchanged},
    {"cvtPair", "second-source-forgotten", secondSourceForgotten},
    {"cvtPair", "relu-keeps-minus-zero", reluKeepsMinusZero},
    {"cvtPair", "relu-of-nan-is-zero", reluOfNanIsZero},
    {"cvtPair", "flushed", resultIsFlushed},
    {"cvtPair", "overflow-is-infinity", overflowIsInfinity},
    {"cvtWiderFloat", "ftz-forgotten", ftzForgotten},
    {"cvtWiderFloat", "ftz-flushes-source", ftzFlushesSource},
    {"cvtWiderFloat", "subnormal-gets-hidden-bit", subnormalGetsHiddenBit},
    {"cvtWiderFloat", "nan-keeps-payload", nanKeepsPayload},
    {"cvtWiderFloat", "sat-of-nan-is-one", satOfNanIsOne},
    {"cvtFloatToDouble", "ftz-forgotten", ftzForgotten},
    {"cvtFloatToDouble", "flushed", sourceIsFlushed},
    {"cvtFloatToDouble", "subnormal-gets-hidden-bit", subnormalGetsHiddenBit},
    {"cvtFloatToDouble", "nan-keeps-payload", nanKeepsPayload},
    {"cvtFloatToDouble", "sat-of-nan-stays", satOfNanStays},
    {"cvtToDouble", "flushed", sourceIsFlushed},
    {"cvtToDouble", "subnormal-gets-hidden-bit", subnormalGetsHiddenBit},
    {"cvtToDouble", "nan-keeps-payload", nanKeepsPayload},
    {"cvtSameFloat", "ftz-forgotten", ftzForgotten},
    {"cvtSameFloat", "zero-loses-sign", zeroLosesSign},
    {"cvtSameFloat", "ties-away", tiesAway},
    {"cvtSameFloat", "down-is-to-zero", downIsToZero},
    {"cvtSameFloat", "sat-of-nan-is-one", satOfNanIsOne},
    {"cvtSame", "flushed", sourceIsFlushed},
    {"cvtSame", "zero-loses-sign", zeroLosesSign},
    {"cvtSame", "nearest-is-truncated", nearestIsTruncated},
    {"cvtSame", "nan-stays", nanStays},
    {"cvtSameBrain", "zero-loses-sign", zeroLosesSign},
    {"cvtSameBrain", "ties-away", tiesAway},
    {"cvtSameBrain", "up-is-to-zero", upIsToZero},
    {"cvtSameBrain", "nan-stays", nanStays},
};

} // namespace

std::span<const Misreading> misreadFloatConversions() { return kFloatConversions; }

} // namespace warplaw::symbolic::scalar
