// Mathematical integers and their bits. A negative integer has infinitely many bits above: those of its two's
// complement.
#pragma once
#include "spec/scalar/operation.h"
#include <boost/multiprecision/cpp_int.hpp>

namespace warplaw::plain {

/// Without bounds.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using spec::scalar::Type;
using spec::scalar::Word;

Integer power(unsigned exponent); ///< 2^exponent
/// The greatest integer that is not above x / y, for y > 0.
Integer floorQuotient(const Integer& x, const Integer& y);
/// x - y * floorQuotient(x, y): 0..y-1.
Integer modulo(const Integer& x, const Integer& y);
/// x / y without what stands behind the point, for y other than 0.
Integer truncatedQuotient(const Integer& x, const Integer& y);

bool bit(const Integer& x, unsigned i);
/// Bits first + count - 1 .. first, as a number that is not negative.
Integer bits(const Integer& x, unsigned first, unsigned count);
/// What x's lowest bits say of a number that may be negative.
Integer signedOf(const Integer& x, unsigned width);

/// The number whose bit i is isSet(i), for i below width.
template <class IsSet> Integer fromBits(unsigned width, IsSet isSet) {
  Integer sum = 0;
  for (unsigned i = 0; i < width; ++i)
    if (isSet(i))
      sum += power(i);
  return sum;
}

/// The least and the greatest value of a type that is not packed; x clamped between these.
Integer least(const Type& type);
Integer greatest(const Type& type);
Integer clamped(const Integer& x, const Type& type);

} // namespace warplaw::plain
