// Wrong readings of logic, shifts, counts and places of bits (PTX-23, PTX-24).
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {
namespace {

/// C's truth of a number, as wide as it.
Term truth(const Input& in, Term condition) { return condition.zext(in.width()); }
Term ofByteAlone(Term amount) { return amount & Bits(0xff); }
/// The amount has 32 bits; widths are powers of two.
Term moduloWidth(const Input& in, Term amount) { return amount & Bits(in.width() - 1); }
Term modulo32(Term amount) { return amount & Bits(31); }
Term lut(const Input& in) { return in.d().extract(7, 0).zext(32); }
Term withTable(const Input& in, Term table) { return rows::lop3(with(in, 3, table)); }
Term backwardTable(Term table) { return reversed(table.extract(7, 0)).zext(32); }
/// This misreads what has a sign; without one it is no misreading.
Term zeroPastWidth(const Input& in) {
  return in.isSigned() ? in.b().ult(number(in.b(), 32, in.width())).ite(rows::shr(in), in.constant(0)) : rows::shr(in);
}
Term bytesReversed(Term value, bool bitsToo) {
  Term all;
  for (unsigned low = 0; low < value.width(); low += 8) {
    const Term byte = value.extract(low + 7, low);
    all = !all ? bitsToo ? reversed(byte) : byte : bitsToo ? reversed(byte).concat(all) : all.concat(byte);
  }
  return all;
}
Term offsetIsZero(const Input& in) { return isZero(in.c()); }
Term baseExcluded(const Input& in) {
  const Term next = isNegative(in.c()).ite(in.b() - Bits(1), in.b() + Bits(1));
  return offsetIsZero(in).ite(rows::fns(in), rows::fns(with(in, 1, next)));
}

constexpr Misreading kBits[] = {
    {"bitAnd", "of-truths", [](const Input& in) { return truth(in, ~isZero(in.a()) & ~isZero(in.b())); }},
    {"bitAnd", "second-inverted", [](const Input& in) { return in.a() & ~in.b(); }},
    {"bitOr", "of-truths", [](const Input& in) { return truth(in, ~isZero(in.a()) | ~isZero(in.b())); }},
    {"bitOr", "exclusive", rows::bitXor},
    {"bitXor", "inclusive", rows::bitOr},
    {"bitXor", "inverted", [](const Input& in) { return ~rows::bitXor(in); }},
    {"bitNot", "of-truth", [](const Input& in) { return truth(in, isZero(in.a())); }},
    {"bitNot", "negates", rows::neg},
    {"cnot", "bitwise", rows::bitNot},
    {"cnot", "all-ones-for-true", [](const Input& in) { return isZero(in.a()).sext(in.width()); }},
    {"lop3", "first-operand-lowest", [](const Input& in) { return rows::lop3(with(with(in, 0, in.c()), 2, in.a())); }},
    {"lop3", "table-backward", [](const Input& in) { return withTable(in, backwardTable(in.d())); }},
    {"lop3", "table-inverted", [](const Input& in) { return withTable(in, ~lut(in)); }},
    {"shl", "amount-modulo-width", [](const Input& in) { return rows::shl(with(in, 1, moduloWidth(in, in.b()))); }},
    {"shl", "amount-modulo-32", [](const Input& in) { return rows::shl(with(in, 1, modulo32(in.b()))); }},
    {"shl", "low-byte-of-amount", [](const Input& in) { return rows::shl(with(in, 1, ofByteAlone(in.b()))); }},
    {"shr", "amount-modulo-width", [](const Input& in) { return rows::shr(with(in, 1, moduloWidth(in, in.b()))); }},
    {"shr", "low-byte-of-amount", [](const Input& in) { return rows::shr(with(in, 1, ofByteAlone(in.b()))); }},
    {"shr", "other-signedness", [](const Input& in) { return rows::shr(otherSign(in)); }},
    {"shr", "zero-past-width", zeroPastWidth},
    {"shf", "words-exchanged", [](const Input& in) { return rows::shf(exchanged(in)); }},
    {"shf", "clamp-and-wrap-exchanged", [](const Input& in) { return rows::shf(otherMode(in, 1)); }},
    {"shf", "directions-exchanged", [](const Input& in) { return rows::shf(otherMode(in, 0)); }},
    {"shf", "no-clamp-at-32",
     [](const Input& in) {
       const Term both = in.b().concat(in.a()), by = (in.c() & Bits(63)).zext(64);
       return in.modeName(0) == "l" ? upperHalf(both.shl(by)) : lowerHalf(both.lshr(by));
     }},
    {"popc", "zeros-counted", [](const Input& in) { return rows::popc(with(in, 0, ~in.a())); }},
    {"popc", "parity", [](const Input& in) { return rows::popc(in) & Bits(1); }},
    {"clz", "from-the-bottom", [](const Input& in) { return rows::clz(with(in, 0, reversed(in.a()))); }},
    {"clz", "none-of-zero",
     [](const Input& in) { return isZero(in.a()).ite(number(in.a(), 32, 0xffffffff), rows::clz(in)); }},
    {"clz", "place-of-highest", [](const Input& in) { return highestOne(in.a()); }},
    {"bfind", "other-signedness", [](const Input& in) { return rows::bfind(otherSign(in)); }},
    {"bfind", "place-and-shift-exchanged", [](const Input& in) { return rows::bfind(otherMode(in, 0)); }},
    {"bfind", "width-where-none",
     [](const Input& in) {
       const Term right = rows::bfind(in);
       return right.eq(Bits(0xffffffff)).ite(number(right, 32, in.width()), right);
     }},
    {"brev", "bytes-reversed", [](const Input& in) { return bytesReversed(in.a(), false); }},
    {"brev", "bits-of-each-byte", [](const Input& in) { return bytesReversed(in.a(), true); }},
    {"fns", "base-excluded", baseExcluded},
    {"fns", "zero-finds-first",
     [](const Input& in) { return rows::fns(with(in, 2, offsetIsZero(in).ite(number(in.c(), 32, 1), in.c()))); }},
    {"fns", "upward-alone",
     [](const Input& in) { return rows::fns(with(in, 2, isNegative(in.c()).ite(in.c().negated(), in.c()))); }},
};

} // namespace

std::span<const Misreading> misreadBits() { return kBits; }

} // namespace warplaw::symbolic::scalar
