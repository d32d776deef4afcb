// Wrong readings of sums, products, extremes and quotients (PTX-20, PTX-21), and of those with carry (PTX-22).
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

/// A sum or difference that stays in the range of T.
Term saturating(const Input& in, Term (*wrapping)(const Input&)) {
  const auto wide = [&](Term value) { return extended(in.isSigned(), value, in.width() + 2); };
  return clamped(wrapping(with(with(in, 0, wide(in.a())), 1, wide(in.b()))), in.isSigned(), in.width());
}
Term halvesApart(const Input& in) {
  return (upperHalf(in.a()) + upperHalf(in.b())).concat(lowerHalf(in.a()) + lowerHalf(in.b()));
}
/// The addend joins the whole product, before its half is taken.
Term addendBelowTheHalf(const Input& in) {
  const Term sum = wholeProduct(in) + extended(in.isSigned(), in.c(), 2 * in.width());
  return in.modeName(0) == "lo" ? lowerHalf(sum) : upperHalf(sum);
}
Term magnitude(Term value) { return isNegative(value).ite(value.negated(), value); }
Term greatest(const Input& in) { return in.constant(onesOf(in.width() - 1)); }
Term least(const Input& in) { return ~greatest(in); }
Term leastIsClamped(const Input& in) { return in.a().eq(least(in)).ite(greatest(in), in.a().negated()); }
Term middle(const Input& in) { return wholeProduct(in).extract(47, 16); }
Term factors24(const Input& in, bool isSigned, unsigned high) {
  const auto factor = [&](Term value) { return extended(isSigned, value.extract(23, 0), 64); };
  return (factor(in.a()) * factor(in.b())).extract(high, high - 31);
}
Term wholeWords(const Input& in, bool wantsLess) {
  return less(in.isSigned(), in.a(), in.b()).ite(wantsLess ? in.a() : in.b(), wantsLess ? in.b() : in.a());
}
Term absoluteParts(const Input& in) {
  return eachPart(in, [](Term a, Term) { return magnitude(a); });
}
Term belowZero(const Input& in, Term value) { return in.isSigned() ? isNegative(value) : number(value, 1, 0); }
/// a and b have different signs, and something is left over: where rounding downward differs.
Term isInexactBelowZero(const Input& in) {
  return (belowZero(in, in.a()) ^ belowZero(in, in.b())) & ~isZero(rows::rem(in)) & ~isZero(in.b());
}
Term inverted(const Input& in, unsigned source) { return ~in.source[source]; }

constexpr Misreading kArithmetic[] = {
    {"add", "saturates", [](const Input& in) { return saturating(in, rows::add); }},
    {"add", "no-carry-between-halves", halvesApart},
    {"addSat", "wraps", rows::add},
    {"addSat", "clamps-as-unsigned",
     [](const Input& in) { return clamped(in.a().zext(34) + in.b().zext(34), false, 32); }},
    {"sub", "operands-exchanged", [](const Input& in) { return rows::sub(exchanged(in)); }},
    {"sub", "saturates", [](const Input& in) { return saturating(in, rows::sub); }},
    {"subSat", "wraps", rows::sub},
    {"subSat", "adds-the-negated", [](const Input& in) { return rows::addSat(with(in, 1, in.b().negated())); }},
    {"mul", "other-signedness", [](const Input& in) { return rows::mul(otherSign(in)); }},
    {"mul", "halves-exchanged", [](const Input& in) { return rows::mul(otherMode(in, 0)); }},
    {"mulWide", "other-signedness", [](const Input& in) { return rows::mulWide(otherSign(in)); }},
    {"mulWide", "product-of-narrow",
     [](const Input& in) { return extended(in.isSigned(), in.a() * in.b(), 2 * in.width()); }},
    {"mad", "addend-below-the-half", addendBelowTheHalf},
    {"mad", "other-signedness", [](const Input& in) { return rows::mad(otherSign(in)); }},
    {"mad", "addend-subtracted", [](const Input& in) { return halfOfProduct(in) - in.c(); }},
    {"madSat", "wraps", [](const Input& in) { return upperHalf(wholeProduct(in)) + in.c(); }},
    {"madSat", "product-unsigned",
     [](const Input& in) { return clamped(upperHalf(wholeProduct(in, false)).sext(34) + in.c().sext(34), true, 32); }},
    {"madWide", "other-signedness", [](const Input& in) { return rows::madWide(otherSign(in)); }},
    {"madWide", "addend-narrow",
     [](const Input& in) { return wholeProduct(in) + extended(in.isSigned(), lowerHalf(in.c()), 2 * in.width()); }},
    {"mul24", "all-bits", [](const Input& in) { return in.modeName(0) == "hi" ? middle(in) : in.a() * in.b(); }},
    {"mul24", "other-signedness", [](const Input& in) { return rows::mul24(otherSign(in)); }},
    {"mul24", "upper-word-for-hi",
     [](const Input& in) { return factors24(in, in.isSigned(), in.modeName(0) == "hi" ? 63 : 31); }},
    {"mad24", "all-bits",
     [](const Input& in) { return (in.modeName(0) == "hi" ? middle(in) : in.a() * in.b()) + in.c(); }},
    {"mad24", "other-signedness", [](const Input& in) { return rows::mad24(otherSign(in)); }},
    {"mad24Sat", "wraps", [](const Input& in) { return factors24(in, true, 47) + in.c(); }},
    {"mad24Sat", "factors-unsigned",
     [](const Input& in) { return clamped(factors24(in, false, 47).sext(34) + in.c().sext(34), true, 32); }},
    {"sad", "without-absolute-value", [](const Input& in) { return in.c() + (in.a() - in.b()); }},
    {"sad", "other-signedness", [](const Input& in) { return rows::sad(otherSign(in)); }},
    {"sad", "sign-of-wrapped-difference", [](const Input& in) { return in.c() + magnitude(in.a() - in.b()); }},
    {"abs", "least-becomes-greatest",
     [](const Input& in) { return isNegative(in.a()).ite(leastIsClamped(in), in.a()); }},
    {"abs", "ones-complement", [](const Input& in) { return isNegative(in.a()).ite(~in.a(), in.a()); }},
    {"neg", "least-becomes-greatest", leastIsClamped},
    {"neg", "ones-complement", rows::bitNot},
    {"min", "other-signedness", [](const Input& in) { return rows::min(otherSign(in)); }},
    {"min", "greater-taken", rows::max},
    {"min", "whole-words-compared", [](const Input& in) { return wholeWords(in, true); }},
    {"minRelu", "negative-stays", rows::min},
    {"minRelu", "absolute-value", [](const Input& in) { return absoluteParts(with(in, 0, rows::min(in))); }},
    {"max", "other-signedness", [](const Input& in) { return rows::max(otherSign(in)); }},
    {"max", "lesser-taken", rows::min},
    {"max", "whole-words-compared", [](const Input& in) { return wholeWords(in, false); }},
    {"maxRelu", "negative-stays", rows::max},
    {"maxRelu", "absolute-value", [](const Input& in) { return absoluteParts(with(in, 0, rows::max(in))); }},
    {"div", "rounds-downward",
     [](const Input& in) { return isInexactBelowZero(in).ite(rows::div(in) - Bits(1), rows::div(in)); }},
    {"div", "other-signedness", [](const Input& in) { return rows::div(otherSign(in)); }},
    {"div", "zero-by-zero-divisor", [](const Input& in) { return isZero(in.b()).ite(in.constant(0), rows::div(in)); }},
    {"rem", "sign-of-divisor",
     [](const Input& in) { return isInexactBelowZero(in).ite(rows::rem(in) + in.b(), rows::rem(in)); }},
    {"rem", "other-signedness", [](const Input& in) { return rows::rem(otherSign(in)); }},
    {"rem", "zero-by-zero-divisor", [](const Input& in) { return isZero(in.b()).ite(in.constant(0), rows::rem(in)); }},
};

constexpr Misreading kCarries[] = {
    {"addc", "carry-forgotten", rows::add},
    {"addc", "carry-inverted", [](const Input& in) { return rows::addc(with(in, 2, inverted(in, 2))); }},
    {"addCarry", "carry-in-forgotten", [](const Input& in) { return (in.a() + in.b()).ult(in.a()); }},
    {"addCarry", "sum-below-summand", [](const Input& in) { return rows::addc(in).ult(in.a()); }},
    {"addCarry", "signed-overflow",
     [](const Input& in) { return isNegative(~(in.a() ^ in.b()) & (in.a() ^ rows::addc(in))); }},
    {"subc", "borrow-inverted", [](const Input& in) { return rows::subc(with(in, 2, inverted(in, 2))); }},
    {"subc", "borrow-forgotten", rows::sub},
    {"subc", "borrow-added", [](const Input& in) { return in.a() - in.b() + in.c().zext(in.width()); }},
    {"subBorrow", "inverted", [](const Input& in) { return ~rows::subBorrow(in); }},
    {"subBorrow", "borrow-in-forgotten", [](const Input& in) { return in.a().ult(in.b()); }},
    {"subBorrow", "wrapped-subtrahend", [](const Input& in) { return in.a().ult(in.b() + in.c().zext(in.width())); }},
    {"subBorrow", "compared-as-signed",
     [](const Input& in) { return in.a().slt(in.b()) | (in.a().eq(in.b()) & in.c()); }},
    {"madc", "carry-forgotten", rows::mad},
    {"madc", "carry-inverted", [](const Input& in) { return rows::madc(with(in, 3, inverted(in, 3))); }},
    {"madc", "other-signedness", [](const Input& in) { return rows::madc(otherSign(in)); }},
    {"madCarry", "carry-in-forgotten", [](const Input& in) { return rows::mad(in).ult(in.c()); }},
    {"madCarry", "sum-below-summand", [](const Input& in) { return rows::madc(in).ult(in.c()); }},
    {"madCarry", "other-signedness", [](const Input& in) { return rows::madCarry(otherSign(in)); }},
};

} // namespace

std::span<const Misreading> misreadArithmetic() { return kArithmetic; }
std::span<const Misreading> misreadCarries() { return kCarries; }

} // namespace warplaw::symbolic::scalar
