// Sums with a carry that comes and one that goes (PTX-22).
#include "concrete/scalar/types.h"

namespace warplaw::concrete::scalar::rows {
namespace {

template <class T> T product(Modes modes, T a, T b) {
  const auto exact = static_cast<Exact<T>>(a) * b;
  return static_cast<T>(modeOf(modes, 0) == 1 ? exact >> kBits<T> : exact);
}

template <class T> T addc(Modes, T a, T b, bool carry) {
  return static_cast<T>(static_cast<Word>(a) + static_cast<Word>(b) + carry);
}
/// The sum is then less than a, or a itself where b has all bits.
template <class T> bool addCarry(Modes modes, T a, T b, bool carry) {
  using U = std::make_unsigned_t<T>;
  const U sum = static_cast<U>(addc(modes, a, b, carry));
  return sum < static_cast<U>(a) || (carry && sum == static_cast<U>(a));
}
template <class T> T subc(Modes, T a, T b, bool borrow) {
  return static_cast<T>(static_cast<Word>(a) - static_cast<Word>(b) - borrow);
}
template <class T> bool subBorrow(Modes, T a, T b, bool borrow) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(a) < static_cast<U>(b) || (borrow && a == b);
}
template <class T> T madc(Modes modes, T a, T b, T c, bool carry) {
  return addc(modes, product(modes, a, b), c, carry);
}
template <class T> bool madCarry(Modes modes, T a, T b, T c, bool carry) {
  return addCarry(modes, product(modes, a, b), c, carry);
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/carry.def"
