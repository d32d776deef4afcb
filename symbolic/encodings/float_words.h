// Floats as words: their signs, zeros, NaNs. For encodings and their wrong readings alone.
#pragma once
#include "symbolic/terms/float_format.h"

namespace warplaw::symbolic {

inline Term withoutSign(Term value) { return value & onesOf(value.width() - 1); }
inline Term signAlone(Term value) { return value & (Bits{1} << (value.width() - 1)); }
inline Term withOtherSign(Term value) {
  return value ^ value.terms().constant(value.width(), Bits{1} << (value.width() - 1));
}
inline Term isFloatZero(Term value) { return withoutSign(value).eq(Bits(0)); }
inline Term isFinite(FloatFormat format, Term value) { return withoutSign(value).ult(format.infinity()); }
inline Term isNan(FloatFormat format, Term value) {
  return ~withoutSign(value).ule(value.terms().constant(value.width(), format.infinity()));
}
/// Is it a NaN of IEEE 754's format of that width?
inline Term isNan(Term value) { return isNan(floatFormat(value.width()), value); }
inline Term isSubnormal(FloatFormat format, Term value) {
  return withoutSign(value).ult(Bits{1} << format.fraction) & ~isFloatZero(value);
}

} // namespace warplaw::symbolic
