// ATOMS: atomics on shared memory: form, modifiers, choices (ATOMS-1..5, -8..10).
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class AtomsOp : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas, Cast, CastSpin };
enum class AtomsSize : std::uint8_t { U32, S32, U64 };

template <class In> struct AtomsFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Atoms;
  Cell<In, AtomsOp> op = In::initial(AtomsOp::Add);
  Cell<In, AtomsSize> size = In::initial(AtomsSize::U32);
  RegisterIn<In> rd;     ///< old value, or CAST's flag (ATOMS-6, -7, -9); 64-bit old values: a pair {rd, rd+1}
  AddressIn<In> address; ///< Ra and 24 bits of offset, bits 1:0 zero (ATOMS-3)
  RegisterIn<In> rb;     ///< operand, or compare value of CAS and CAST (ATOMS-7)
  RegisterIn<In> rc;     ///< swap value of CAS and CAST; RZ elsewhere (ATOMS-8)
  bool operator==(const AtomsFormIn&) const = default;
};
using AtomsForm = AtomsFormIn<Words>;

/// Bytes of one access: 4 or 8.
constexpr unsigned bytesOf(AtomsSize size) { return size == AtomsSize::U64 ? 8 : 4; }

/// Which row of spec::Operands holds what. Results: row 0 = Rd (low word), row 1 = Rd's high word (64-bit forms).
namespace atoms_rows {
inline constexpr unsigned kBase = 0;    ///< Ra; all zero where it is absent or RZ
inline constexpr unsigned kOperand = 1; ///< Rb low word (compare value of CAS and CAST)
inline constexpr unsigned kOperandHigh = 2;
inline constexpr unsigned kSwap = 3; ///< the word(s) swapped in: Rc, or 0, or what follows Rb (ATOMS-8)
inline constexpr unsigned kSwapHigh = 4;
} // namespace atoms_rows

/// The raw fields that an ATOMS datapath needs besides fetched operands.
template <class In> struct AtomsModifiersIn {
  Word32<In> op = In::initial(0u);         ///< AtomsOp: which specialised function
  Word32<In> size = In::initial(0u);       ///< AtomsSize
  Word32<In> imm24 = In::initial(0u);      ///< raw 24 bits
  Word32<In> baseIsZero = In::initial(1u); ///< 1: Ra is absent or RZ, which decides how imm24 is extended (ATOMS-2)
  bool operator==(const AtomsModifiersIn&) const = default;
};
using AtomsModifiers = AtomsModifiersIn<Words>;

/// What the implementation may choose and what nobody knows ([param]). Every value of every field is allowed, except
/// that `order` is a permutation of the lanes and `bank64` gives lanes with equal addresses equal banks.
template <class In> struct AtomsChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Atoms;
  PerLaneOf<In, std::uint8_t> order = In::laneNumbers(); ///< serialisation (ATOMS-5); under .SPIN the first lane of a
                                                         ///< group in it performs (ATOMS-10). Default: lane order
  Word32<In> misalignedFirst = In::initial(0u); ///< lanes that report misaligned-address where out-of-range holds too
                                                ///< (MACH-8). Default: out-of-range
  Word32<In> errorWrites = In::initial(0u);     ///< lanes whose Rd is written though the lane is in error (ATOMS-4).
                                                ///< Default: unchanged
  PerLaneOf<In, std::uint32_t> errorValueLow = {};  ///< what they write: the low word of Rd ...
  PerLaneOf<In, std::uint32_t> errorValueHigh = {}; ///< ... and the high one, where Rd has one
  Word32<In> impliedSwap = In::initial(0u); ///< 1: Rc = RZ swaps in the register(s) implied after Rb; 0: swaps in 0
                                            ///< (ATOMS-8). Default: 0
  Word32<In> castPair =
      In::initial(0u); ///< 1: CAST.U64 also writes 0 to Rd+1; 0: writes Rd alone (ATOMS-9). Default: 0
  PerLaneOf<In, std::uint8_t> bank64 = {};      ///< bank (0..31) of each lane's address under CAST.SPIN.U64 (ATOMS-10)
  Word32<In> bank64IsDefault = In::initial(1u); ///< 1: bank64 is ignored and addr[6:2] is used. Default: 1
  /// bank64 counts only where it is used.
  bool operator==(const AtomsChoicesIn& other) const {
    return order == other.order && misalignedFirst == other.misalignedFirst && errorWrites == other.errorWrites &&
           errorValueLow == other.errorValueLow && errorValueHigh == other.errorValueHigh &&
           impliedSwap == other.impliedSwap && castPair == other.castPair && bank64IsDefault == other.bank64IsDefault &&
           (bank64IsDefault || bank64 == other.bank64);
  }
};
using AtomsChoices = AtomsChoicesIn<Words>;

} // namespace warplaw::spec
