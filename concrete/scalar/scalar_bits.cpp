// Bit by bit, and shifts (PTX-23).
#include "concrete/scalar/types.h"

namespace warplaw::concrete::scalar::rows {
namespace {

template <class T> T bitAnd(Modes, T a, T b) { return static_cast<T>(a & b); }
template <class T> T bitOr(Modes, T a, T b) { return static_cast<T>(a | b); }
template <class T> T bitXor(Modes, T a, T b) { return static_cast<T>(a ^ b); }
template <class T> T bitNot(Modes, T a) {
  if constexpr (std::is_same_v<T, bool>)
    return !a;
  else
    return static_cast<T>(~a);
}
template <class T> T cnot(Modes, T a) { return a == 0; }

/// The table's entry of each bit: a chooses its upper or lower half, b half of that, c the bit.
template <class T> T lop3(Modes, T a, T b, T c, u32 table) {
  const auto chosen = [=](unsigned pair) { // of entries 2 pair and 2 pair + 1, by c
    return (table >> (2 * pair + 1) & 1 ? c : T{0}) | (table >> 2 * pair & 1 ? ~c : T{0});
  };
  return (a & ((b & chosen(3)) | (~b & chosen(2)))) | (~a & ((b & chosen(1)) | (~b & chosen(0))));
}

template <class T> T shl(Modes, T a, u32 amount) {
  return amount < kBits<T> ? static_cast<T>(static_cast<Word>(a) << amount) : T{0};
}
template <class T> T shr(Modes, T a, u32 amount) { // what fills: the sign of a signed one
  return static_cast<T>(amount < kBits<T> ? a >> amount : a < 0 ? -1 : 0);
}
template <class T> T shf(Modes modes, T a, T b, u32 c) {
  const bool right = modeOf(modes, 0) == 1, wraps = modeOf(modes, 1) == 1;
  const u32 amount = wraps ? c & 31 : c < 32 ? c : 32;
  const u64 both = u64{b} << 32 | a;
  return static_cast<T>(right ? both >> amount : both << amount >> 32);
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/bits.def"
