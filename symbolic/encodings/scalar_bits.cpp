// Logic, shifts, counts and places of bits as terms (PTX-23, PTX-24).
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

/// As many as in both halves. A word of 2^n bits gives n + 1, which is all that its count can need.
Term ones(Term word) {
  if (word.width() == 1)
    return word;
  const Term low = ones(lowerHalf(word)), high = ones(upperHalf(word));
  return low.zext(low.width() + 1) + high.zext(high.width() + 1);
}

/// Bits of `mask` at or above `base` are counted; the n-th of them is here. All ones if there are not so many.
Term nthOne(Term mask, Term base, Term n) {
  Term count = number(mask, 32, 0), found = number(mask, 32, 0xffffffff);
  for (unsigned i = 0; i < 32; ++i) {
    const Term place = number(mask, 32, i), counts = mask.bit(i) & base.ule(place);
    count = count + counts.zext(32);
    found = (counts & count.eq(n)).ite(place, found);
  }
  return found;
}

} // namespace

Term bitAnd(const Input& in) { return in.a() & in.b(); }
Term bitOr(const Input& in) { return in.a() | in.b(); }
Term bitXor(const Input& in) { return in.a() ^ in.b(); }
Term bitNot(const Input& in) { return ~in.a(); }
Term cnot(const Input& in) { return isZero(in.a()).zext(in.width()); }

Term lop3(const Input& in) {
  Term result = in.constant(0);
  for (unsigned index = 0; index < 8; ++index) { // where a, b, c are the bits of the index, the table's bit
    const auto is = [&](Term word, unsigned bit) { return index >> bit & 1 ? word : ~word; };
    result = result | (in.d().bit(index).sext(32) & is(in.a(), 2) & is(in.b(), 1) & is(in.c(), 0));
  }
  return result;
}

Term shl(const Input& in) { return shiftedLeft(in.a(), in.b()); }
Term shr(const Input& in) { return shiftedRight(in.isSigned(), in.a(), in.b()); }

Term shf(const Input& in) {
  const Term most = number(in.c(), 32, 32), both = in.b().concat(in.a());
  const Term by = in.modeName(1) == "wrap" ? in.c() & Bits(31) : in.c().ult(most).ite(in.c(), most);
  return in.modeName(0) == "l" ? upperHalf(both.shl(by.zext(64))) : lowerHalf(both.lshr(by.zext(64)));
}

Term popc(const Input& in) { return ones(in.a()).zext(32); }
/// Where there is no 1, the place is -1, and all bits are zeros.
Term clz(const Input& in) { return number(in.a(), 32, in.width() - 1) - highestOne(in.a()); }

Term bfind(const Input& in) {
  const Term place = highestOne(in.isSigned() ? isNegative(in.a()).ite(~in.a(), in.a()) : in.a());
  const Term isNowhere = place.eq(Bits(0xffffffff));
  return in.modeName(0) == "shiftamt" ? isNowhere.ite(place, number(place, 32, in.width() - 1) - place) : place;
}

Term brev(const Input& in) { return reversed(in.a()); }

/// Downward is upward in the mask read backward. A base above 31 is undefined in the ISA: nothing is found.
Term fns(const Input& in) {
  const Term mask = in.a(), base = in.b(), offset = in.c(), last = number(base, 32, 31);
  const Term nowhere = number(base, 32, 0xffffffff);
  const Term itself = shiftedRight(false, mask, base).bit(0).ite(base, nowhere);
  const Term above = nthOne(mask, base, offset), below = nthOne(reversed(mask), last - base, offset.negated());
  const Term found = isNegative(offset).ite(below.eq(nowhere).ite(nowhere, last - below), above);
  return last.ult(base).ite(nowhere, isZero(offset).ite(itself, found));
}

} // namespace warplaw::symbolic::scalar::rows
