// Comparisons of integers, selection, copies, conversions of integers (PTX-25, PTX-26).
#include "concrete/scalar/types.h"

namespace warplaw::concrete::scalar {
// of which bits are moved, and no more
using f16 = u16;
using f16x2 = u32;
using bf16 = u16;
using bf16x2 = u32;
using f32 = u32;
using f64 = u64;
} // namespace warplaw::concrete::scalar

namespace warplaw::concrete::scalar::rows {
namespace {

/// eq ne lt le gt ge, and lo ls hi hs, which say of unsigned numbers what lt le gt ge say.
template <class T> bool compared(u32 how, T a, T b) {
  const u32 plain = how < 6 ? how : how - 4;
  return plain == 0   ? a == b
         : plain == 1 ? a != b
         : plain == 2 ? a < b
         : plain == 3 ? a <= b
         : plain == 4 ? a > b
                      : a >= b;
}
template <class T> bool setpSigned(Modes modes, T a, T b) { return compared(modeOf(modes, 0), a, b); }
template <class T> bool setpUnsigned(Modes modes, T a, T b) { return compared(modeOf(modes, 0), a, b); }
template <class T> bool setpBits(Modes modes, T a, T b) { return (a == b) == (modeOf(modes, 0) == 0); }

template <class T> T selp(Modes, T a, T b, bool c) { return c ? a : b; }
template <class T> T slct(Modes, T a, T b, s32 c) { return c >= 0 ? a : b; }
template <class T> T mov(Modes, T a) { return a; }

constexpr u32 kU64 = 3; ///< of u8 u16 u32 u64 s8 s16 s32 s64
/// The lower 64 bits.
s64 numberOf(u32 type, Word a) {
  switch (type) {
  case 0:
    return static_cast<u8>(a);
  case 1:
    return static_cast<u16>(a);
  case 2:
    return static_cast<u32>(a);
  case 4:
    return static_cast<s8>(a);
  case 5:
    return static_cast<s16>(a);
  case 6:
    return static_cast<s32>(a);
  default:
    return static_cast<s64>(a);
  }
}
/// The nearest that T has. In 64 bits, so that loops around it become vectors.
template <class T> T saturated(u32 type, Word a) {
  constexpr Word kMost = static_cast<Word>(std::numeric_limits<T>::max());
  if (type == kU64)
    return static_cast<T>(a < kMost ? a : kMost);
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): s8 is a number, no character
  constexpr s64 kLeast = std::numeric_limits<T>::min(), kMostHere = static_cast<s64>(kMost & ~Word{0} >> 1);
  const s64 number = numberOf(type, a), atLeast = number < kLeast ? kLeast : number;
  return static_cast<T>(atLeast < kMostHere ? atLeast : kMostHere);
}
template <class T> T cvt(Modes modes, Word a) {
  const u32 type = modeOf(modes, 1);
  return modeOf(modes, 0) == 1 ? saturated<T>(type, a) : static_cast<T>(numberOf(type, a));
}

} // namespace
} // namespace warplaw::concrete::scalar::rows

#include "spec/scalar/selection.def"
