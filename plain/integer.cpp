#include "plain/integer.h"

namespace warplaw::plain {

Integer power(unsigned exponent) { return Integer(1) << exponent; }

Integer truncatedQuotient(const Integer& x, const Integer& y) {
  const Integer size = Integer(abs(x)) / Integer(abs(y));
  return (x < 0) == (y < 0) ? size : Integer(-size);
}

Integer floorQuotient(const Integer& x, const Integer& y) {
  const Integer truncated = truncatedQuotient(x, y);
  return truncated * y > x ? Integer(truncated - 1) : truncated;
}

Integer modulo(const Integer& x, const Integer& y) { return x - y * floorQuotient(x, y); }

bool bit(const Integer& x, unsigned i) { return modulo(floorQuotient(x, power(i)), 2) == 1; }

Integer bits(const Integer& x, unsigned first, unsigned count) {
  return modulo(floorQuotient(x, power(first)), power(count));
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
