// Wrong readings of fields, bytes and their products (PTX-24).
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

Term lowByte(Term value) { return value & Bits(0xff); }
Term withModulo(const Input& in, unsigned source, Term (*row)(const Input&)) {
  return row(with(in, source, in.source[source] & Bits(in.width() - 1)));
}
Term oneForZero(Term count) { return isZero(lowByte(count)).ite(number(count, 32, 1), count); }
Term zero(const Input& in) { return number(in.a(), 32, 0); }

/// Zeros follow above the word's top, not its sign.
Term fieldOfZeros(const Input& in) {
  return lowest(in.isSigned(), shiftedRight(false, in.a(), lowByte(in.b())), lowByte(in.c()));
}
/// Bits of a that stand where the field goes, not its lowest ones.
Term fieldInItsPlace(const Input& in) {
  const Term field = onesFrom(in.width(), lowByte(in.c()), lowByte(in.d()));
  return (in.b() & ~field) | (in.a() & field);
}
/// Ones that leave the word at its top come in at its bottom.
Term maskAround(const Input& in) {
  const Term start = in.a() & Bits(31), ones = rows::bmsk(with(in, 0, zero(in)));
  return ones.shl(start) | ones.lshr(number(start, 32, 32) - start);
}
/// From bit a up to bit b, without it.
Term maskBetween(const Input& in) {
  const Term all = number(in.a(), 32, onesOf(32));
  return shiftedLeft(all, in.a()) & ~shiftedLeft(all, in.b());
}
Term edgesExchanged(const Input& in) {
  const std::string_view mode = in.modeName(0);
  const bool isLeft = mode == "ecl", isRight = mode == "ecr"; // one after the other in the row
  return rows::prmt({in.form, isLeft ? in.modes + 1 : isRight ? in.modes - 1 : in.modes, in.source});
}
/// A sum of products whose second factor has, in this group, the type of the first.
Input oneType(const Input& in, unsigned group) {
  return in.isSigned() == (in.modeName(group) == "s32") ? in : otherMode(in, group);
}
Term withoutSum(const Input& in, Term (*row)(const Input&)) { return row(with(in, 2, zero(in))); }

constexpr Misreading kFields[] = {
    {"bfe", "zero-length-gives-a-bit", [](const Input& in) { return rows::bfe(with(in, 2, oneForZero(in.c()))); }},
    {"bfe", "other-signedness", [](const Input& in) { return rows::bfe(otherSign(in)); }},
    {"bfe", "position-modulo-width", [](const Input& in) { return withModulo(in, 1, rows::bfe); }},
    {"bfe", "length-modulo-width", [](const Input& in) { return withModulo(in, 2, rows::bfe); }},
    {"bfe", "zeros-past-the-top", fieldOfZeros},
    {"bfi", "operands-exchanged", [](const Input& in) { return rows::bfi(exchanged(in)); }},
    {"bfi", "position-modulo-width", [](const Input& in) { return withModulo(in, 2, rows::bfi); }},
    {"bfi", "length-modulo-width", [](const Input& in) { return withModulo(in, 3, rows::bfi); }},
    {"bfi", "field-from-its-place", fieldInItsPlace},
    {"bmsk", "clamp-and-wrap-exchanged", [](const Input& in) { return rows::bmsk(otherMode(in, 0)); }},
    {"bmsk", "around-the-top", maskAround},
    {"bmsk", "width-as-end", maskBetween},
    {"szext", "clamp-and-wrap-exchanged", [](const Input& in) { return rows::szext(otherMode(in, 0)); }},
    {"szext", "other-signedness", [](const Input& in) { return rows::szext(otherSign(in)); }},
    {"szext", "number-of-sign-bit", [](const Input& in) { return rows::szext(with(in, 1, in.b() + Bits(1))); }},
    {"prmt", "sign-not-replicated", [](const Input& in) { return rows::prmt(with(in, 2, in.c() & Bits(0x7777))); }},
    {"prmt", "words-exchanged", [](const Input& in) { return rows::prmt(exchanged(in)); }},
    {"prmt", "mode-ignored", [](const Input& in) { return rows::prmt({in.form, 0, in.source}); }},
    {"prmt", "edges-exchanged", edgesExchanged},
    {"dp4a", "one-type", [](const Input& in) { return rows::dp4a(oneType(in, 0)); }},
    {"dp4a", "other-signedness", [](const Input& in) { return rows::dp4a(otherSign(in)); }},
    {"dp4a", "without-sum", [](const Input& in) { return withoutSum(in, rows::dp4a); }},
    {"dp2a", "halves-exchanged", [](const Input& in) { return rows::dp2a(otherMode(in, 0)); }},
    {"dp2a", "one-type", [](const Input& in) { return rows::dp2a(oneType(in, 1)); }},
    {"dp2a", "without-sum", [](const Input& in) { return withoutSum(in, rows::dp2a); }},
};

} // namespace

std::span<const Misreading> misreadFields() { return kFields; }

} // namespace warplaw::symbolic::scalar
