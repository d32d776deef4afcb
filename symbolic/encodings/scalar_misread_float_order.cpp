// Wrong readings of signs of floats, the lesser and the greater, comparisons, and selection by them (PTX-25, PTX-31).
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

/// The upper part stays the first source's.
Term lowerPartAlone(const Input& in) {
  return in.type().isPacked() ? upperHalf(in.a()).concat(lowerHalf(right(in))) : right(in);
}
Input flushedSource(const Input& in, unsigned source) {
  const auto ofPart = [&](Term part) { return flushed(formatOf(in), part); };
  return with(in, source, eachPart(with(in, 0, in.source[source]), ofPart));
}
/// The right result, amended part by part: `ofParts` takes the sources' parts, then the result's.
template <class OfParts> Term amended(const Input& in, OfParts ofParts) {
  return eachPart(with(in, in.form.sources(), right(in)), ofParts);
}

Term nanForgotten(const Input& in) { return right(without(in, "NaN")); }

Term flushedUnasked(const Input& in) {
  const Input first = flushedSource(in, 0);
  return right(in.form.sources() == 1 ? first : flushedSource(first, 1));
}

Term operandsExchanged(const Input& in) { return right(exchanged(in)); }

// One source: neg, abs.

Term negatedNanStays(const Input& in) {
  return amended(in, [&](Term a, Term result) { return isNan(formatOf(in), a).ite(withOtherSign(a), result); });
}
Term absoluteNanStays(const Input& in) {
  return amended(in, [&](Term a, Term result) { return isNan(formatOf(in), a).ite(withoutSign(a), result); });
}
Term everyNanIsCanonical(const Input& in) {
  const FloatFormat format = formatOf(in);
  return amended(in, [&](Term a, Term result) { return isNan(format, a).ite(canonicalNan(format, a), result); });
}
/// 0 - a
Term noMinusZero(const Input& in) {
  return amended(in, [](Term a, Term result) { return isFloatZero(a).ite(withoutSign(result), result); });
}
/// a < 0 ? -a : a
Term minusZeroStays(const Input& in) {
  return amended(in, [](Term a, Term result) { return isFloatZero(a).ite(a, result); });
}

// Two sources: min, max.

Term oneIsNan(const Input& in, Term a, Term b) { return isNan(formatOf(in), a) | isNan(formatOf(in), b); }
Term bothAreNan(const Input& in, Term a, Term b) { return isNan(formatOf(in), a) & isNan(formatOf(in), b); }

/// a < b ? a : b
Term nanTakesSecond(const Input& in) {
  return amended(in, [&](Term a, Term b, Term result) { return oneIsNan(in, a, b).ite(b, result); });
}
Term nanBeforeNumber(const Input& in) {
  return amended(
      in, [&](Term a, Term b, Term result) { return oneIsNan(in, a, b).ite(canonicalNan(formatOf(in), a), result); });
}
Term firstNanStays(const Input& in) {
  return amended(in, [&](Term a, Term b, Term result) { return bothAreNan(in, a, b).ite(a, result); });
}
/// b < a ? b : a
Term zerosTakeFirst(const Input& in) {
  return amended(in, [](Term a, Term b, Term result) { return (isFloatZero(a) & isFloatZero(b)).ite(a, result); });
}
/// a > b ? a : b
Term zerosTakeSecond(const Input& in) {
  return amended(in, [](Term a, Term b, Term result) { return (isFloatZero(a) & isFloatZero(b)).ite(b, result); });
}
Term lesserBits(const Input& in) {
  return eachPart(in, [](Term a, Term b) { return a.slt(b).ite(a, b); });
}
Term greaterBits(const Input& in) {
  return eachPart(in, [](Term a, Term b) { return a.slt(b).ite(b, a); });
}
Term signOfFirst(const Input& in) {
  return amended(in, [&](Term a, Term, Term result) {
    const Term ofFirst = isNan(formatOf(in), result).ite(result, withoutSign(result) | signAlone(a));
    return says(in, "xorsign.abs") ? ofFirst : result;
  });
}
Term nanGetsSign(const Input& in) {
  return amended(in, [&](Term a, Term b, Term result) {
    return says(in, "xorsign.abs") ? withoutSign(result) | signAlone(a ^ b) : result;
  });
}

// Three sources.

/// The absolute value of what is taken, not what is taken of absolute values.
Term absAfterwards(const Input& in) {
  const Term taken = right(without(in, "abs"));
  return says(in, "abs") ? withoutSign(taken) : taken;
}

Term thirdForgotten(const Input& in) { return right(with(in, 2, in.b())); }

// copysign.

Term signsMultiplied(const Input& in) { return signAlone(in.a()) ^ in.b(); }
Term signNeverCleared(const Input& in) { return signAlone(in.a()) | in.b(); }
Term copiedNanIsCanonical(const Input& in) {
  return isNan(formatOf(in), in.b()).ite(canonicalNan(formatOf(in), in.b()), right(in));
}

// testp and setp: what is wrong of one of their names, or of several.

Term zeroIsNotNormal(const Input& in) {
  return in.modeName(0) == "normal" ? right(in) & ~isFloatZero(in.a()) : right(in);
}
Term zeroIsSubnormal(const Input& in) {
  return in.modeName(0) == "subnormal" ? right(in) | isFloatZero(in.a()) : right(in);
}
Term subnormalIsNormal(const Input& in) {
  return in.modeName(0) == "normal" ? isFinite(formatOf(in), in.a()) : right(in);
}
Term infinityIsNoNumber(const Input& in) {
  return in.modeName(0) == "number" ? isFinite(formatOf(in), in.a()) : right(in);
}
Term minusInfinityForgotten(const Input& in) {
  return in.modeName(0) == "infinite" ? in.a().eq(formatOf(in).infinity()) : right(in);
}

/// equ, ltu ..: also of a NaN they say what eq, lt .. say.
Term unorderedIsOrdered(const Input& in) {
  const std::string_view how = in.modeName(0);
  return how.size() == 3 && how.ends_with('u') ? right(in) & ~oneIsNan(in, in.a(), in.b()) : right(in);
}
/// ne as !eq, ge as !lt, gt as !le
Term inverseOfOrdered(const Input& in) {
  const std::string_view how = in.modeName(0);
  return how == "ne" || how == "ge" || how == "gt" ? right(in) | oneIsNan(in, in.a(), in.b()) : right(in);
}
Term nanEqualsItself(const Input& in) { return in.modeName(0) == "eq" ? right(in) | in.a().eq(in.b()) : right(in); }
Term onlyTwoNanAreUnordered(const Input& in) {
  return in.modeName(0) == "nan" ? bothAreNan(in, in.a(), in.b()) : right(in);
}
/// Beside +0, -0 is taken for the least of all.
Term minusZeroIsLess(const Input& in) {
  const auto apart = [&](Term value, Term other) {
    const Term least = withOtherSign(in.constant(formatOf(in).infinity()));
    return (isZero(withOtherSign(value)) & isZero(other)).ite(least, value);
  };
  return right(with(with(in, 0, apart(in.a(), in.b())), 1, apart(in.b(), in.a())));
}
Term bitsCompared(const Input& in) { return in.modeName(0).size() == 2 ? rows::setpSigned(in) : right(in); }

// slct.

Term decidingNanTakesFirst(const Input& in) { return isNan(floatFormat(32), in.c()).ite(in.a(), right(in)); }
Term decidingZeroTakesSecond(const Input& in) { return isFloatZero(in.c()).ite(in.b(), right(in)); }
Term chosenIsFlushed(const Input& in) {
  return in.type().isFloat() && says(in, "ftz") ? flushed(formatOf(in), right(in)) : right(in);
}

constexpr Misreading kFloatOrder[] = {
    {"negFlushed", "ftz-forgotten", ftzForgotten},
    {"negFlushed", "nan-keeps-payload", negatedNanStays},
    {"negFlushed", "subtracted-from-zero", noMinusZero},
    {"negFlushed", "lower-part-alone", lowerPartAlone},
    {"negFull", "f64-nan-is-canonical", everyNanIsCanonical},
    {"negFull", "nan-keeps-payload", negatedNanStays},
    {"negFull", "flushed", flushedUnasked},
    {"negFull", "subtracted-from-zero", noMinusZero},
    {"absFlushed", "ftz-forgotten", ftzForgotten},
    {"absFlushed", "nan-keeps-payload", absoluteNanStays},
    {"absFlushed", "minus-zero-stays", minusZeroStays},
    {"absFlushed", "parts-exchanged", partsExchanged},
    {"absFull", "f64-nan-is-canonical", everyNanIsCanonical},
    {"absFull", "flushed", flushedUnasked},
    {"absFull", "minus-zero-stays", minusZeroStays},
    {"absFull", "lower-part-alone", lowerPartAlone},
    {"minFlushed", "ftz-forgotten", ftzForgotten},
    {"minFlushed", "nan-modifier-forgotten", nanForgotten},
    {"minFlushed", "nan-takes-second", nanTakesSecond},
    {"minFlushed", "zeros-take-first", zerosTakeFirst},
    {"minFlushed", "bits-compared-as-integers", lesserBits},
    {"minFlushed", "sign-of-first", signOfFirst},
    {"minFlushed", "lower-part-alone", lowerPartAlone},
    {"minDouble", "flushed", flushedUnasked},
    {"minDouble", "nan-before-number", nanBeforeNumber},
    {"minDouble", "first-nan-stays", firstNanStays},
    {"minDouble", "zeros-take-first", zerosTakeFirst},
    {"minBrain", "nan-modifier-forgotten", nanForgotten},
    {"minBrain", "zeros-take-first", zerosTakeFirst},
    {"minBrain", "nan-gets-sign", nanGetsSign},
    {"minBrain", "parts-exchanged", partsExchanged},
    {"minOfThree", "third-forgotten", thirdForgotten},
    {"minOfThree", "ftz-forgotten", ftzForgotten},
    {"minOfThree", "nan-modifier-forgotten", nanForgotten},
    {"minOfThree", "abs-afterwards", absAfterwards},
    {"maxFlushed", "ftz-forgotten", ftzForgotten},
    {"maxFlushed", "nan-modifier-forgotten", nanForgotten},
    {"maxFlushed", "nan-takes-second", nanTakesSecond},
    {"maxFlushed", "zeros-take-second", zerosTakeSecond},
    {"maxFlushed", "bits-compared-as-integers", greaterBits},
    {"maxFlushed", "nan-gets-sign", nanGetsSign},
    {"maxFlushed", "parts-exchanged", partsExchanged},
    {"maxDouble", "flushed", flushedUnasked},
    {"maxDouble", "nan-before-number", nanBeforeNumber},
    {"maxDouble", "first-nan-stays", firstNanStays},
    {"maxDouble", "zeros-take-second", zerosTakeSecond},
    {"maxBrain", "nan-modifier-forgotten", nanForgotten},
    {"maxBrain", "zeros-take-second", zerosTakeSecond},
    {"maxBrain", "sign-of-first", signOfFirst},
    {"maxBrain", "lower-part-alone", lowerPartAlone},
    {"maxOfThree", "third-forgotten", thirdForgotten},
    {"maxOfThree", "ftz-forgotten", ftzForgotten},
    {"maxOfThree", "nan-modifier-forgotten", nanForgotten},
    {"maxOfThree", "abs-afterwards", absAfterwards},
    {"copysign", "operands-exchanged", operandsExchanged},
    {"copysign", "signs-multiplied", signsMultiplied},
    {"copysign", "sign-never-cleared", signNeverCleared},
    {"copysign", "nan-is-canonical", copiedNanIsCanonical},
    {"testp", "zero-is-not-normal", zeroIsNotNormal},
    {"testp", "zero-is-subnormal", zeroIsSubnormal},
    {"testp", "subnormal-is-normal", subnormalIsNormal},
    {"testp", "infinity-is-no-number", infinityIsNoNumber},
    {"testp", "minus-infinity-forgotten", minusInfinityForgotten},
    {"setpFlushed", "ftz-forgotten", ftzForgotten},
    {"setpFlushed", "unordered-is-ordered", unorderedIsOrdered},
    {"setpFlushed", "inverse-of-ordered", inverseOfOrdered},
    {"setpFlushed", "minus-zero-is-less", minusZeroIsLess},
    {"setpFlushed", "bits-compared-as-integers", bitsCompared},
    {"setpFull", "flushed", flushedUnasked},
    {"setpFull", "unordered-is-ordered", unorderedIsOrdered},
    {"setpFull", "inverse-of-ordered", inverseOfOrdered},
    {"setpFull", "nan-equals-itself", nanEqualsItself},
    {"setpFull", "only-two-nan-are-unordered", onlyTwoNanAreUnordered},
    {"slctFloat", "sign-bit-decides", rows::slct},
    {"slctFloat", "nan-takes-first", decidingNanTakesFirst},
    {"slctFloat", "zero-takes-second", decidingZeroTakesSecond},
    {"slctFloat", "ftz-forgotten", ftzForgotten},
    {"slctFloat", "chosen-is-flushed", chosenIsFlushed},
    {"slctFloat", "operands-exchanged", operandsExchanged},
};

} // namespace

std::span<const Misreading> misreadFloatOrder() { return kFloatOrder; }

} // namespace warplaw::symbolic::scalar
