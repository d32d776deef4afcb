#include "plain/integer.h"

namespace warplaw::plain {

Integer power(unsigned exponent) { return Integer(1) << exponent; }

Integer truncatedQuotient(const Integer& x, const Integer& y) { return x / y; }

Integer floorQuotient(const Integer& x, const Integer& y) { return x < 0 ? Integer((x - y + 1) / y) : Integer(x / y); }

Integer modulo(const Integer& x, const Integer& y) { return x < 0 ? x - y * floorQuotient(x, y) : Integer(x % y); }

bool bit(const Integer& x, unsigned i) { return bits(x, i, 1) == 1; }

Integer bits(const Integer& x, unsigned first, unsigned count) {
  const Integer natural = x < 0 ? modulo(x, power(first + count)) : x;
  return (natural >> first) & (power(count) - 1);
}

Integer signedOf(const Integer& x, unsigned width) {
  const Integer natural = modulo(x, power(width));
  return bit(natural, width - 1) ? Integer(natural - power(width)) : natural;
}

Integer least(const Type& type) { return type.isSigned() ? Integer(-power(type.bits - 1U)) : Integer(0); }

Integer greatest(const Type& type) { return power(type.isSigned() ? type.bits - 1U : type.bits) - 1; }

Integer clamped(const Integer& x, const Type& type) {
  return x < least(type) ? least(type) : x > greatest(type) ? greatest(type) : x;
}

} // namespace warplaw::plain
