// Fields of words, bytes and their products as terms (PTX-24).
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

Term lowByte(Term value) { return value & Bits(0xff); }
/// bmsk and szext take numbers modulo 32 with `.wrap`, as they are with `.clamp`: past the word there is nothing.
Term wrapped(const Input& in, Term value) { return in.modeName(0) == "wrap" ? value & Bits(31) : value; }

/// Which of the eight bytes comes to this place in a mode, `s` being bits 1:0 of the selector; three bits.
Term byteOfMode(std::string_view mode, Term s, unsigned place) {
  const Term at = number(s, 3, place);
  if (mode == "f4e")
    return s + at;
  if (mode == "b4e")
    return s - at;
  if (mode == "ecl")
    return s.ult(at).ite(at, s);
  if (mode == "ecr")
    return s.ult(at).ite(s, at);
  if (mode == "rc16")
    return s.bit(0).zext(2).concat(at.bit(0));
  return s; // rc8
}

Term byteAt(Term eight, Term which) {
  std::array<Term, 8> bytes;
  for (unsigned i = 0; i < 8; ++i)
    bytes[i] = eight.extract(8 * i + 7, 8 * i);
  return which.terms().select(which, bytes);
}

/// Bits low + count - 1 : low as a number of 32 bits.
Term part(bool isSigned, Term word, unsigned low, unsigned count) {
  return extended(isSigned, word.extract(low + count - 1, low), 32);
}

} // namespace

/// Arithmetically shifted, the bit above the field's top is the sign that the rule asks for, even past the word's top.
Term bfe(const Input& in) {
  const Term fromPlace = shiftedRight(in.isSigned(), in.a(), lowByte(in.b()));
  return lowest(in.isSigned(), fromPlace, lowByte(in.c()));
}

Term bfi(const Input& in) {
  const Term place = lowByte(in.c()), field = onesFrom(in.width(), place, lowByte(in.d()));
  return (in.b() & ~field) | (shiftedLeft(in.a(), place) & field);
}

Term bmsk(const Input& in) { return onesFrom(32, wrapped(in, in.a()), wrapped(in, in.b())); }
Term szext(const Input& in) { return lowest(in.isSigned(), in.a(), wrapped(in, in.b())); }

Term prmt(const Input& in) {
  const Term eight = in.b().concat(in.a());
  Term result;
  for (unsigned place = 0; place < 4; ++place) {
    const Term nibble = in.c().extract(4 * place + 3, 4 * place);
    Term byte;
    if (in.modeName(0).empty()) {
      const Term chosen = byteAt(eight, nibble.extract(2, 0));
      byte = nibble.bit(3).ite(isNegative(chosen).sext(8), chosen); // its sign, eight times
    } else {
      byte = byteAt(eight, byteOfMode(in.modeName(0), in.c().extract(1, 0).zext(3), place));
    }
    result = result ? byte.concat(result) : byte;
  }
  return result;
}

Term dp4a(const Input& in) {
  Term sum = in.c();
  for (unsigned low = 0; low < 32; low += 8)
    sum = sum + part(in.isSigned(), in.a(), low, 8) * part(in.modeName(0) == "s32", in.b(), low, 8);
  return sum;
}

Term dp2a(const Input& in) {
  const unsigned lowOfB = in.modeName(0) == "hi" ? 16 : 0;
  Term sum = in.c();
  for (unsigned i = 0; i < 2; ++i)
    sum = sum + part(in.isSigned(), in.a(), 16 * i, 16) * part(in.modeName(1) == "s32", in.b(), lowOfB + 8 * i, 8);
  return sum;
}

} // namespace warplaw::symbolic::scalar::rows
