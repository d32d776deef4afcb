// Sums, products, extremes and quotients as terms (PTX-20, PTX-21).
#include "symbolic/encodings/scalar_wording.h"
#include "symbolic/terms/divide.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

/// The number that a saturating operation of s32 calculates with: wide enough for every sum and product.
constexpr unsigned kWide = 34;
Term wide(Term value) { return value.sext(kWide); }
Term saturated(Term value) { return clamped(value, true, 32); }

/// The product of the lowest 24 bits, in 48 bits; the named part of it has 32 (PTX-20).
Term partOfProduct24(const Input& in, bool upper) {
  const auto factor = [&](Term value) { return extended(in.isSigned(), value.extract(23, 0), 48); };
  const Term product = factor(in.a()) * factor(in.b());
  return upper ? product.extract(47, 16) : product.extract(31, 0);
}

Term lesser(const Input& in, Term a, Term b) { return less(in.isSigned(), a, b).ite(a, b); }
Term greater(const Input& in, Term a, Term b) { return less(in.isSigned(), a, b).ite(b, a); }
Term relu(Term value) { return isNegative(value).ite(number(value, value.width(), 0), value); }

Term isBelowZero(const Input& in, Term value) { return in.isSigned() ? isNegative(value) : number(value, 1, 0); }
Term negatedIf(Term condition, Term value) { return condition.ite(value.negated(), value); }
Division ofMagnitudes(const Input& in) {
  const auto magnitude = [&](Term value) { return negatedIf(isBelowZero(in, value), value); };
  return divideUnsigned(magnitude(in.a()), magnitude(in.b()));
}

// By 0 PTX leaves any value (PTX-21). Chosen is what the code gives that is emitted for GPUs.
Term quotientByZero(const Input& in) { return in.constant(onesOf(in.width())); }
Term remainderByZero(const Input& in) { return in.a(); }

} // namespace

Term add(const Input& in) { return in.a() + in.b(); }
Term addSat(const Input& in) { return saturated(wide(in.a()) + wide(in.b())); }
Term sub(const Input& in) { return in.a() - in.b(); }
Term subSat(const Input& in) { return saturated(wide(in.a()) - wide(in.b())); }

Term mul(const Input& in) { return halfOfProduct(in); }
Term mulWide(const Input& in) { return wholeProduct(in); }
Term mad(const Input& in) { return halfOfProduct(in) + in.c(); }
Term madSat(const Input& in) { return saturated(wide(upperHalf(wholeProduct(in))) + wide(in.c())); }
Term madWide(const Input& in) { return wholeProduct(in) + in.c(); }
Term mul24(const Input& in) { return partOfProduct24(in, in.modeName(0) == "hi"); }
Term mad24(const Input& in) { return mul24(in) + in.c(); }
Term mad24Sat(const Input& in) { return saturated(wide(partOfProduct24(in, true)) + wide(in.c())); }

Term sad(const Input& in) {
  const Term difference = less(in.isSigned(), in.a(), in.b()).ite(in.b() - in.a(), in.a() - in.b());
  return in.c() + difference;
}
Term abs(const Input& in) { return negatedIf(isNegative(in.a()), in.a()); } // the least stays itself
Term neg(const Input& in) { return in.a().negated(); }

Term min(const Input& in) {
  return eachPart(in, [&](Term a, Term b) { return lesser(in, a, b); });
}
Term minRelu(const Input& in) {
  return eachPart(in, [&](Term a, Term b) { return relu(lesser(in, a, b)); });
}
Term max(const Input& in) {
  return eachPart(in, [&](Term a, Term b) { return greater(in, a, b); });
}
Term maxRelu(const Input& in) {
  return eachPart(in, [&](Term a, Term b) { return relu(greater(in, a, b)); });
}

// Toward zero: the quotient of magnitudes, negative where the signs differ; the remainder has the dividend's sign. The
// magnitude of the least is its own bits, taken as unsigned: by -1 it gives itself, remainder 0.
Term div(const Input& in) {
  const Term differ = isBelowZero(in, in.a()) ^ isBelowZero(in, in.b());
  return isZero(in.b()).ite(quotientByZero(in), negatedIf(differ, ofMagnitudes(in).quotient));
}
Term rem(const Input& in) {
  return isZero(in.b()).ite(remainderByZero(in), negatedIf(isBelowZero(in, in.a()), ofMagnitudes(in).remainder));
}

} // namespace warplaw::symbolic::scalar::rows
