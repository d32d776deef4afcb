// Signs of floats, the lesser and the greater, comparisons, and selection by them, as terms (PTX-25, PTX-31): numbers
// are compared and chosen by their bits, none is computed.
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

Term asFtzSays(const Input& in, FloatFormat format, Term value) {
  return says(in, "ftz") ? flushed(format, value) : value;
}

/// PTX leaves open what a NaN becomes (PTX-31). An H100 gives the canonical NaN of the type, but changes the sign alone
/// of an f64; so does this.
Term withSign(const Input& in, Term (*changed)(Term)) {
  const FloatFormat format = formatOf(in);
  return eachPart(in, [&](Term a) {
    const Term result = changed(asFtzSays(in, format, a));
    return format.width == 64 ? result : isNan(format, a).ite(canonicalNan(format, a), result);
  });
}

/// Signed integers in the order of floats that are no NaN, -0 below +0: greater magnitudes below zero are less.
Term inOrder(Term value) {
  return isNegative(value).ite(value ^ number(value, value.width(), onesOf(value.width() - 1)), value);
}
Term lesser(Term a, Term b) { return inOrder(b).slt(inOrder(a)).ite(b, a); }
Term greater(Term a, Term b) { return inOrder(a).slt(inOrder(b)).ite(b, a); }
using Choice = Term (*)(Term, Term);

/// A number is taken before a NaN, with .NaN a NaN before a number.
Term chosen(const Input& in, Choice choice, Term a, Term b) {
  const FloatFormat format = formatOf(in);
  const Term nan = canonicalNan(format, a), isNanA = isNan(format, a), isNanB = isNan(format, b);
  if (says(in, "NaN"))
    return (isNanA | isNanB).ite(nan, choice(a, b));
  return isNanA.ite(isNanB.ite(nan, b), isNanB.ite(a, choice(a, b)));
}

/// A source as .ftz and .abs take it.
Term operand(const Input& in, Term value) {
  const bool isMagnitude = says(in, "abs") || says(in, "xorsign.abs");
  return asFtzSays(in, formatOf(in), isMagnitude ? withoutSign(value) : value);
}

/// With .xorsign.abs a number gets the sign that a product of the sources would have, a NaN none.
Term ofTwo(const Input& in, Choice choice) {
  return eachPart(in, [&](Term a, Term b) {
    const Term taken = chosen(in, choice, operand(in, a), operand(in, b));
    return says(in, "xorsign.abs") ? isNan(formatOf(in), taken).ite(taken, taken | signAlone(a ^ b)) : taken;
  });
}

Term ofThree(const Input& in, Choice choice) {
  const Term ofFirstTwo = chosen(in, choice, operand(in, in.a()), operand(in, in.b()));
  return chosen(in, choice, ofFirstTwo, operand(in, in.c()));
}

/// Signed integers in the order of floats that are no NaN, -0 equal to +0.
Term asInteger(Term value) { return isNegative(value).ite(withoutSign(value).negated(), value); }

/// Compares two numbers that are no NaN; `how`: eq, ne, lt, le, gt, ge.
Term isSo(std::string_view how, Term a, Term b) {
  const Term left = asInteger(a), right = asInteger(b);
  if (how == "eq")
    return left.eq(right);
  if (how == "ne")
    return left.ne(right);
  if (how == "lt")
    return left.slt(right);
  if (how == "le")
    return left.sle(right);
  return how == "gt" ? right.slt(left) : right.sle(left);
}

/// A comparison is false of a NaN; one whose name ends with u is true.
Term compared(const Input& in) {
  const std::string_view how = in.modeName(0);
  const FloatFormat format = formatOf(in);
  const Term isUnordered = isNan(format, in.a()) | isNan(format, in.b());
  if (how == "nan" || how == "num")
    return how == "nan" ? isUnordered : ~isUnordered;
  const Term holds = isSo(how.substr(0, 2), asFtzSays(in, format, in.a()), asFtzSays(in, format, in.b()));
  return how.ends_with('u') ? isUnordered | holds : ~isUnordered & holds;
}

} // namespace

Term negFlushed(const Input& in) { return withSign(in, withOtherSign); }
Term negFull(const Input& in) { return withSign(in, withOtherSign); }
Term absFlushed(const Input& in) { return withSign(in, withoutSign); }
Term absFull(const Input& in) { return withSign(in, withoutSign); }

Term minFlushed(const Input& in) { return ofTwo(in, lesser); }
Term minDouble(const Input& in) { return ofTwo(in, lesser); }
Term minBrain(const Input& in) { return ofTwo(in, lesser); }
Term minOfThree(const Input& in) { return ofThree(in, lesser); }
Term maxFlushed(const Input& in) { return ofTwo(in, greater); }
Term maxDouble(const Input& in) { return ofTwo(in, greater); }
Term maxBrain(const Input& in) { return ofTwo(in, greater); }
Term maxOfThree(const Input& in) { return ofThree(in, greater); }

Term copysign(const Input& in) { return signAlone(in.a()) | withoutSign(in.b()); }

/// Zeros are normal numbers, infinities numbers.
Term testp(const Input& in) {
  const std::string_view what = in.modeName(0);
  const FloatFormat format = formatOf(in);
  if (what == "finite")
    return isFinite(format, in.a());
  if (what == "infinite")
    return withoutSign(in.a()).eq(format.infinity());
  if (what == "number")
    return ~isNan(format, in.a());
  if (what == "notanumber")
    return isNan(format, in.a());
  if (what == "normal")
    return isFinite(format, in.a()) & ~isSubnormal(format, in.a());
  return isSubnormal(format, in.a());
}

Term setpFlushed(const Input& in) { return compared(in); }
Term setpFull(const Input& in) { return compared(in); }

/// .ftz speaks of the number that decides, not of what is chosen.
Term slctFloat(const Input& in) {
  const FloatFormat format = formatOf(in.form.source(2, in.modes));
  const Term c = asFtzSays(in, format, in.c());
  return (isNan(format, c) | (isNegative(c) & ~isFloatZero(c))).ite(in.b(), in.a());
}

} // namespace warplaw::symbolic::scalar::rows
