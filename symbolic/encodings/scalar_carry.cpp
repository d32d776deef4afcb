// Sums and differences with the carry that came, and the carry that goes, as terms (PTX-22).
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

/// One bit wider than T: its highest bit is the carry of a sum, the borrow of a difference.
Term wider(const Input& in, Term value) { return value.zext(in.width() + 1); }
Term sum(const Input& in) { return wider(in, in.a()) + wider(in, in.b()) + wider(in, in.c()); }
Term difference(const Input& in) { return wider(in, in.a()) - wider(in, in.b()) - wider(in, in.c()); }
/// The carry is the addition's: the product has lost its other half before.
Term sumWithProduct(const Input& in) { return wider(in, halfOfProduct(in)) + wider(in, in.c()) + wider(in, in.d()); }

Term lowBits(Term value) { return value.extract(value.width() - 2, 0); }
Term highBit(Term value) { return value.bit(value.width() - 1); }

} // namespace

Term addc(const Input& in) { return lowBits(sum(in)); }
Term addCarry(const Input& in) { return highBit(sum(in)); }
Term subc(const Input& in) { return lowBits(difference(in)); }
Term subBorrow(const Input& in) { return highBit(difference(in)); } // a < b + borrow
Term madc(const Input& in) { return lowBits(sumWithProduct(in)); }
Term madCarry(const Input& in) { return highBit(sumWithProduct(in)); }

} // namespace warplaw::symbolic::scalar::rows
