// ATOMS: atomics on shared memory: form, choices, legality (ATOMS-1, -3, -8, -11), text.
#pragma once
#include "spec/operand.h"
#include <array>

namespace warplaw::spec {

enum class AtomsOp : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas, Cast, CastSpin };
enum class AtomsSize : std::uint8_t { U32, S32, U64 };

struct AtomsForm {
  AtomsOp op = AtomsOp::Add;
  AtomsSize size = AtomsSize::U32;
  Register rd;          ///< old value, or CAST's flag (ATOMS-6, -7, -9); 64-bit old values: a pair {rd, rd+1}
  bool hasBase = false; ///< false: the text gave no Ra ([imm]); then ra is RZ. [RZ + imm] has hasBase = true, ra = RZ
  Register ra;          ///< base address register
  std::uint32_t imm24 = 0; ///< raw 24 bits, bits 1:0 zero (ATOMS-3); extension is semantics (ATOMS-2)
  Register rb;             ///< operand, or compare value of CAS and CAST (ATOMS-7)
  Register rc;             ///< swap value of CAS and CAST; RZ elsewhere (ATOMS-8)
  bool operator==(const AtomsForm&) const = default;
};

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
struct AtomsModifiers {
  std::uint32_t imm24 = 0;      ///< raw 24 bits
  std::uint32_t baseIsZero = 1; ///< 1: Ra is absent or RZ, which decides how imm24 is extended (ATOMS-2)
};

/// What the implementation may choose and what nobody knows ([param]). Every value of every field is allowed, except
/// that `order` is a permutation of the lanes and `bank64` gives lanes with equal addresses equal banks.
struct AtomsChoices {
  std::array<std::uint8_t, kLanes> order; ///< serialisation (ATOMS-5); under .SPIN the first lane of a group in it
                                          ///< performs (ATOMS-10). Default: lane order
  std::uint32_t misalignedFirst =
      0; ///< lanes that report misaligned-address where out-of-range holds too (MACH-8). Default: out-of-range
  std::uint32_t errorWrites =
      0; ///< lanes whose Rd is written though the lane is in error (ATOMS-4). Default: unchanged
  std::array<std::array<std::uint32_t, kLanes>, 2>
      errorValue{}; ///< what they write: low words, high words (32-bit Rd: low only)
  std::uint32_t impliedSwap =
      0; ///< 1: Rc = RZ swaps in the register(s) implied after Rb; 0: swaps in 0 (ATOMS-8). Default: 0
  std::uint32_t castPair = 0; ///< 1: CAST.U64 also writes 0 to Rd+1; 0: writes Rd alone (ATOMS-9). Default: 0
  std::array<std::uint8_t, kLanes> bank64{}; ///< bank (0..31) of each lane's address under CAST.SPIN.U64 (ATOMS-10).
                                             ///< Default: addr[6:2], set by defaultBanks
  std::uint32_t bank64IsDefault = 1;         ///< 1: bank64 is ignored and addr[6:2] is used
  /// bank64 counts only where it is used.
  bool operator==(const AtomsChoices& other) const {
    return order == other.order && misalignedFirst == other.misalignedFirst && errorWrites == other.errorWrites &&
           errorValue == other.errorValue && impliedSwap == other.impliedSwap && castPair == other.castPair &&
           bank64IsDefault == other.bank64IsDefault && (bank64IsDefault || bank64 == other.bank64);
  }
  AtomsChoices() {
    for (unsigned k = 0; k < kLanes; ++k)
      order[k] = static_cast<std::uint8_t>(k);
  }
};

} // namespace warplaw::spec
