// RED: reductions on generic memory: form, modifiers, choices (RED-1..7, MACH-7, -8).
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class RedOp : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor };
enum class RedSize : std::uint8_t { U32, S32, U64, S64, F32, F16x2, F64 };

template <class In> struct RedFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Red;
  Cell<In, bool> extended = In::initial(false); ///< .E: the address is 64 bits wide, of a pair {Ra, Ra+1}
  Cell<In, RedOp> op = In::initial(RedOp::Add);
  Cell<In, RedSize> size = In::initial(RedSize::U32);
  AddressIn<In> address; ///< Ra, under .E a pair, and 20 bits of offset, sign-extended in any case (RED-2)
  RegisterIn<In> rb;     ///< operand; 64-bit: a pair
  bool operator==(const RedFormIn&) const = default;
};
using RedForm = RedFormIn<Words>;

constexpr bool isWide(RedSize size) { return size == RedSize::U64 || size == RedSize::S64 || size == RedSize::F64; }
/// Bytes of one access: 4 or 8.
constexpr unsigned bytesOf(RedSize size) { return isWide(size) ? 8 : 4; }

/// Which row of spec::Operands holds what. Results: errors alone.
namespace red_rows {
inline constexpr unsigned kBase = 0;     ///< Ra; all zero where it is absent or RZ
inline constexpr unsigned kBaseHigh = 1; ///< its second register under .E; otherwise absent
inline constexpr unsigned kOperand = 2;  ///< Rb, the low word
inline constexpr unsigned kOperandHigh = 3;
} // namespace red_rows

/// What a RED datapath needs besides fetched operands.
template <class In> struct RedModifiersIn {
  Word32<In> op = In::initial(0u);       ///< RedOp
  Word32<In> size = In::initial(0u);     ///< RedSize
  Word32<In> extended = In::initial(0u); ///< 0 or 1
  Word32<In> imm20 = In::initial(0u);    ///< raw 20 bits, sign-extended in any case (RED-2)
  bool operator==(const RedModifiersIn&) const = default;
};
using RedModifiers = RedModifiersIn<Words>;

/// What the implementation may choose and what nobody knows ([param]). Every value of every field is allowed, except
/// that orders are permutations of the lanes and a NaN is one.
template <class In> struct RedChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Red;
  /// Serialisation (RED-6); of F16x2 that of the low halves. Default: lane order.
  PerLaneOf<In, std::uint8_t> order = In::laneNumbers();
  /// That of the high halves, which are elements of their own. Used by F16x2 alone. Default: lane order.
  PerLaneOf<In, std::uint8_t> orderHigh = In::laneNumbers();
  /// Which error a lane reports where several hold (MACH-8): 0 misaligned, 1 invalid space, 2 out of range; where that
  /// one does not hold, the next in this order that does, 0 after 2. Default: misaligned.
  PerLaneOf<In, std::uint8_t> reported = {};
  /// .E: 1: bits above 40 that are not 0 are an address out of range; 0: they are ignored (RED-2). Default: 1.
  Word32<In> highBitsCount = In::initial(1u);
  /// F16x2 MIN, MAX of zeros of unlike sign: 0: -0 < +0; 1: memory's stays; 2: Rb's is taken (RED-7). Default: 0.
  Word32<In> unlikeZeros = In::initial(0u);
  /// The NaN that each lane's F64 sum gives where it is one (RED-7). Default: 0x7ff8000000000000.
  PerLaneOf<In, std::uint32_t> nanLow = {};
  PerLaneOf<In, std::uint32_t> nanHigh = In::everywhere(0x7ff80000u);
  bool operator==(const RedChoicesIn&) const = default;
};
using RedChoices = RedChoicesIn<Words>;

} // namespace warplaw::spec
