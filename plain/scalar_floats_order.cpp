// Signs, order and choices of floats (PTX-25, PTX-31).
#include "plain/scalar_floats.h"

namespace warplaw::plain::rows {
namespace {

/// No rule says which NaN the result for a NaN is; hardware gives the canonical one, except in 64 bits.
bool givesCanonicalNaN(const Call& call) {
  return call.type.bits < 64 && isNaN(floatSource(call, 0), formatOf(call.type));
}

Integer negated(const Call& call) {
  const Format format = formatOf(call.type);
  const Integer a = floatSource(call, 0);
  return givesCanonicalNaN(call) ? format.nan : withSign(a, !isNegative(a, format), format);
}

Integer absolute(const Call& call) {
  const Format format = formatOf(call.type);
  return givesCanonicalNaN(call) ? format.nan : magnitude(floatSource(call, 0), format);
}

/// Compares two numbers; -0 is below +0.
bool isBelow(const Integer& a, const Integer& b, const Format& format) {
  const Real x = realOf(a, format);
  const Real y = realOf(b, format);
  if (mpfr_zero_p(x) && mpfr_zero_p(y))
    return isNegative(a, format) && !isNegative(b, format);
  return mpfr_less_p(x, y);
}

enum class Extreme { Min, Max };

/// A NaN gives way to a number unless `.NaN` is written.
Integer extremeOf(const Call& call, Extreme extreme, const Integer& a, const Integer& b) {
  const Format format = formatOf(call.type);
  if (isNaN(a, format) || isNaN(b, format)) {
    const Integer other = isNaN(a, format) ? b : a;
    return call.has("NaN") || isNaN(other, format) ? format.nan : other;
  }
  return isBelow(a, b, format) == (extreme == Extreme::Min) ? a : b;
}

Integer extremeOfTwo(const Call& call, Extreme extreme) {
  const Format format = formatOf(call.type);
  const Integer a = floatSource(call, 0);
  const Integer b = floatSource(call, 1);
  if (!call.has("xorsign.abs"))
    return extremeOf(call, extreme, a, b);
  const Integer found = extremeOf(call, extreme, magnitude(a, format), magnitude(b, format));
  return isNaN(found, format) ? found : withSign(found, isNegative(a, format) != isNegative(b, format), format);
}

Integer extremeOfThree(const Call& call, Extreme extreme) {
  const auto source = [&](unsigned i) {
    const Integer x = floatSource(call, i);
    return call.has("abs") ? magnitude(x, formatOf(call.type)) : x;
  };
  return extremeOf(call, extreme, extremeOf(call, extreme, source(0), source(1)), source(2));
}

bool ordered(std::string_view relation, const Real& a, const Real& b) {
  if (relation == "eq")
    return mpfr_equal_p(a, b);
  if (relation == "ne")
    return mpfr_lessgreater_p(a, b);
  if (relation == "lt")
    return mpfr_less_p(a, b);
  if (relation == "le")
    return mpfr_lessequal_p(a, b);
  return relation == "gt" ? mpfr_greater_p(a, b) : mpfr_greaterequal_p(a, b);
}

/// A third letter u: true with a NaN; without it, false.
bool compares(const Call& call) {
  const Real a = realSource(call, 0);
  const Real b = realSource(call, 1);
  const std::string_view relation = call.modifiers[0];
  if (relation == "num" || relation == "nan")
    return (relation == "nan") == bool(mpfr_unordered_p(a, b));
  if (mpfr_unordered_p(a, b))
    return relation.size() == 3;
  return ordered(relation.substr(0, 2), a, b);
}

} // namespace

Integer negFlushed(const Call& call) { return negated(call); }
Integer negFull(const Call& call) { return negated(call); }
Integer absFlushed(const Call& call) { return absolute(call); }
Integer absFull(const Call& call) { return absolute(call); }
Integer minFlushed(const Call& call) { return extremeOfTwo(call, Extreme::Min); }
Integer minDouble(const Call& call) { return extremeOfTwo(call, Extreme::Min); }
Integer minBrain(const Call& call) { return extremeOfTwo(call, Extreme::Min); }
Integer minOfThree(const Call& call) { return extremeOfThree(call, Extreme::Min); }
Integer maxFlushed(const Call& call) { return extremeOfTwo(call, Extreme::Max); }
Integer maxDouble(const Call& call) { return extremeOfTwo(call, Extreme::Max); }
Integer maxBrain(const Call& call) { return extremeOfTwo(call, Extreme::Max); }
Integer maxOfThree(const Call& call) { return extremeOfThree(call, Extreme::Max); }

Integer copysign(const Call& call) {
  const Format format = formatOf(call.type);
  return withSign(call.b(), isNegative(call.a(), format), format);
}

/// A zero counts as normal.
Integer testp(const Call& call) {
  const Format format = formatOf(call.type);
  const bool finite = !isNaN(call.a(), format) && !isInfinite(call.a(), format);
  const bool subnormal = isSubnormal(call.a(), format);
  const std::string_view asked = call.modifiers[0];
  const bool is = asked == "finite"       ? finite
                  : asked == "infinite"   ? isInfinite(call.a(), format)
                  : asked == "number"     ? !isNaN(call.a(), format)
                  : asked == "notanumber" ? isNaN(call.a(), format)
                  : asked == "normal"     ? finite && !subnormal
                                          : subnormal;
  return is ? 1 : 0;
}

Integer setpFlushed(const Call& call) { return compares(call) ? 1 : 0; }
Integer setpFull(const Call& call) { return compares(call) ? 1 : 0; }

/// -0 is not below 0; a NaN chooses b.
Integer slctFloat(const Call& call) {
  const Real c = realSource(call, 2);
  return !mpfr_nan_p(c) && mpfr_cmp_ui(c, 0) >= 0 ? call.a() : call.b();
}

} // namespace warplaw::plain::rows
