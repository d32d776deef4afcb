// Arithmetic, carries, comparisons, choices and conversions of integers (PTX-20 to PTX-22, PTX-25, PTX-26).
#include "plain/scalar_rows.h"
#include <algorithm>

namespace warplaw::plain::rows {
namespace {

Integer natural(const Integer& x, const Call& call) { return modulo(x, power(call.width())); }

Integer product(const Call& call) { return call.a() * call.b(); }

/// What stands above the lower half of a product.
Integer high(const Integer& product, const Call& call) { return floorQuotient(product, power(call.width())); }

Integer half(const Call& call) { return call.has("hi") ? high(product(call), call) : product(call); }

Integer low24(const Integer& x, const Call& call) { return call.type.isSigned() ? signedOf(x, 24) : bits(x, 0, 24); }

Integer product24(const Call& call) { return low24(call.a(), call) * low24(call.b(), call); }

Integer high24(const Call& call) { return floorQuotient(product24(call), power(16)); }

Integer half24(const Call& call) { return call.has("hi") ? high24(call) : product24(call); }

Integer notNegative(const Integer& x) { return x < 0 ? Integer(0) : x; }

/// Whether a sum of numbers that are not negative does not fit.
Integer carries(const Integer& sum, const Call& call) { return sum >= power(call.width()) ? 1 : 0; }

bool compares(const Call& call) {
  if (call.has("eq"))
    return call.a() == call.b();
  if (call.has("ne"))
    return call.a() != call.b();
  if (call.has("lt") || call.has("lo"))
    return call.a() < call.b();
  if (call.has("le") || call.has("ls"))
    return call.a() <= call.b();
  if (call.has("gt") || call.has("hi"))
    return call.a() > call.b();
  return call.a() >= call.b(); // ge, hs
}

} // namespace

Integer add(const Call& call) { return call.a() + call.b(); }
Integer addSat(const Call& call) { return clamped(call.a() + call.b(), call.type); }
Integer sub(const Call& call) { return call.a() - call.b(); }
Integer subSat(const Call& call) { return clamped(call.a() - call.b(), call.type); }
Integer mul(const Call& call) { return half(call); }
Integer mulWide(const Call& call) { return product(call); }
Integer mad(const Call& call) { return half(call) + call.c(); }
Integer madSat(const Call& call) { return clamped(high(product(call), call) + call.c(), call.type); }
Integer madWide(const Call& call) { return product(call) + call.c(); }
Integer mul24(const Call& call) { return half24(call); }
Integer mad24(const Call& call) { return half24(call) + call.c(); }
Integer mad24Sat(const Call& call) { return clamped(high24(call) + call.c(), call.type); }
Integer sad(const Call& call) { return call.c() + Integer(boost::multiprecision::abs(call.a() - call.b())); }
Integer abs(const Call& call) { return call.a() < 0 ? Integer(-call.a()) : call.a(); }
Integer neg(const Call& call) { return -call.a(); }
Integer min(const Call& call) { return std::min(call.a(), call.b()); }
Integer max(const Call& call) { return std::max(call.a(), call.b()); }
Integer minRelu(const Call& call) { return notNegative(min(call)); }
Integer maxRelu(const Call& call) { return notNegative(max(call)); }

/// By 0 all ones [choice].
Integer div(const Call& call) { return call.b() == 0 ? Integer(-1) : truncatedQuotient(call.a(), call.b()); }

/// It has the dividend's sign; by 0 it is the dividend [choice].
Integer rem(const Call& call) {
  return call.b() == 0 ? call.a() : Integer(call.a() - call.b() * truncatedQuotient(call.a(), call.b()));
}

Integer addc(const Call& call) { return call.a() + call.b() + call.c(); }

Integer addCarry(const Call& call) {
  return carries(natural(call.a(), call) + natural(call.b(), call) + call.c(), call);
}

Integer subc(const Call& call) { return call.a() - (call.b() + call.c()); }

Integer subBorrow(const Call& call) { return natural(call.a(), call) < natural(call.b(), call) + call.c() ? 1 : 0; }

Integer madc(const Call& call) { return half(call) + call.c() + call.d(); }

/// The carry of the addition alone: the half of the product is a word.
Integer madCarry(const Call& call) {
  return carries(natural(half(call), call) + natural(call.c(), call) + call.d(), call);
}

Integer setpSigned(const Call& call) { return compares(call) ? 1 : 0; }
Integer setpUnsigned(const Call& call) { return compares(call) ? 1 : 0; }
Integer setpBits(const Call& call) { return compares(call) ? 1 : 0; }
Integer selp(const Call& call) { return call.c() == 1 ? call.a() : call.b(); }
Integer slct(const Call& call) { return call.c() >= 0 ? call.a() : call.b(); }
Integer mov(const Call& call) { return call.a(); }
Integer cvt(const Call& call) { return call.has("sat") ? clamped(call.a(), call.type) : call.a(); }

} // namespace warplaw::plain::rows
