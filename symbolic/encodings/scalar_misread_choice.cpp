// Wrong readings of comparisons, choices, copies and conversions (PTX-25, PTX-26).
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

Term ofEqualsInverted(const Input& in, Term right) { return right ^ in.a().eq(in.b()); }
Term zeroTakesSecond(const Input& in) { return isZero(in.c()).ite(in.b(), rows::slct(in)); }
Term predicateAsMask(const Input& in) {
  const Term mask = in.c().zext(in.width());
  return (in.a() & mask) | (in.b() & ~mask);
}
/// All but its lower half is lost: of a predicate all.
Term lowerHalfAlone(const Input& in) {
  return in.width() == 1 ? in.a().terms().constant(1, 0) : lowerHalf(in.a()).zext(in.width());
}
/// A predicate has no halves.
Term halvesExchanged(const Input& in) { return in.width() == 1 ? in.a() : lowerHalf(in.a()).concat(upperHalf(in.a())); }

bool isSourceSigned(const Input& in) { return in.form.source(0, in.modes).isSigned(); }
Term converted(const Input& in, bool isSigned, bool saturates) {
  const Term value = extended(isSigned, in.a(), 65);
  return saturates ? clamped(value, in.isSigned(), in.width()) : value.extract(in.width() - 1, 0);
}
bool saturates(const Input& in) { return in.modeName(0) == "sat"; }

constexpr Misreading kChoices[] = {
    {"setpSigned", "compared-as-unsigned", rows::setpUnsigned},
    {"setpSigned", "wrong-of-equals", [](const Input& in) { return ofEqualsInverted(in, rows::setpSigned(in)); }},
    {"setpSigned", "operands-exchanged", [](const Input& in) { return rows::setpSigned(exchanged(in)); }},
    {"setpUnsigned", "compared-as-signed", rows::setpSigned},
    {"setpUnsigned", "wrong-of-equals", [](const Input& in) { return ofEqualsInverted(in, rows::setpUnsigned(in)); }},
    {"setpUnsigned", "operands-exchanged", [](const Input& in) { return rows::setpUnsigned(exchanged(in)); }},
    {"setpBits", "eq-and-ne-exchanged", [](const Input& in) { return rows::setpBits(otherMode(in, 0)); }},
    {"setpBits", "lower-halves-alone",
     [](const Input& in) { return rows::setpBits(with(with(in, 0, lowerHalf(in.a())), 1, lowerHalf(in.b()))); }},
    {"selp", "operands-exchanged", [](const Input& in) { return rows::selp(exchanged(in)); }},
    {"selp", "predicate-as-mask", predicateAsMask},
    {"slct", "operands-exchanged", [](const Input& in) { return rows::slct(exchanged(in)); }},
    {"slct", "zero-takes-second", zeroTakesSecond},
    {"slct", "any-bit-takes-first", [](const Input& in) { return isZero(in.c()).ite(in.b(), in.a()); }},
    {"mov", "lower-half-alone", lowerHalfAlone},
    {"mov", "halves-exchanged", halvesExchanged},
    {"cvt", "other-signedness", [](const Input& in) { return converted(in, !isSourceSigned(in), saturates(in)); }},
    {"cvt", "extended-as-destination", [](const Input& in) { return converted(in, in.isSigned(), saturates(in)); }},
    {"cvt", "never-clamps", [](const Input& in) { return converted(in, isSourceSigned(in), false); }},
    {"cvt", "always-clamps", [](const Input& in) { return converted(in, isSourceSigned(in), true); }},
};

} // namespace

std::span<const Misreading> misreadChoices() { return kChoices; }

} // namespace warplaw::symbolic::scalar
