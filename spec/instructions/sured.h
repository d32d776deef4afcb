// SURED: reductions on surfaces: form, modifiers, choices (SURED-1..7, SURED-9, SURED-11).
#pragma once
#include "spec/instructions/red.h"

namespace warplaw::spec {

enum class SuredDim : std::uint8_t { D1, D1Buffer, D1Array, D2, D2Array, D3 };
enum class SuredSize : std::uint8_t { U32, S32, SD32, U64, S64, SD64, F32, F16x2 };
enum class SuredClamp : std::uint8_t { Near, Ign, Trap };

template <class In> struct SuredFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Sured;
  Cell<In, std::uint8_t> mode = In::initial(std::uint8_t{0}); ///< .D: raw data; there is no other
  Cell<In, bool> byteAddress = In::initial(false);            ///< .BA: x counts bytes
  Cell<In, SuredDim> dim = In::initial(SuredDim::D1);
  Cell<In, RedOp> op = In::initial(RedOp::Add);
  Cell<In, SuredSize> size = In::initial(SuredSize::U32);
  Cell<In, SuredClamp> clamp = In::initial(SuredClamp::Near);
  CoordinatesIn<In> coordinates;    ///< as many registers as coordinatesOf(dim), aligned for that many; not RZ
  RegisterIn<In> rb;                ///< operand; 64-bit: a pair
  RegisterOrImmediateIn<In> handle; ///< bindless: Rc, not RZ; bound: #tsPtrIdx, 13 bits (SURED-4)
  bool operator==(const SuredFormIn&) const = default;
};
using SuredForm = SuredFormIn<Words>;

constexpr bool isWide(SuredSize size) {
  return size == SuredSize::U64 || size == SuredSize::S64 || size == SuredSize::SD64;
}
/// Registers of coordinates: 1, 2 or 3.
constexpr unsigned coordinatesOf(SuredDim dim) {
  return dim == SuredDim::D1 || dim == SuredDim::D1Buffer ? 1 : dim == SuredDim::D1Array || dim == SuredDim::D2 ? 2 : 3;
}

/// Which row of spec::Operands holds what. Results: errors alone.
namespace sured_rows {
inline constexpr unsigned kX = 0;
inline constexpr unsigned kSecond = 1;  ///< y, or the layer of a 1D array; absent where there is none
inline constexpr unsigned kThird = 2;   ///< z, or the layer of a 2D array
inline constexpr unsigned kOperand = 3; ///< Rb, the low word
inline constexpr unsigned kOperandHigh = 4;
inline constexpr unsigned kHandle = 5; ///< Rc; absent where the handle is bound
} // namespace sured_rows

/// What a SURED datapath needs besides fetched operands.
template <class In> struct SuredModifiersIn {
  Word32<In> byteAddress = In::initial(0u); ///< 0 or 1
  Word32<In> dim = In::initial(0u);         ///< SuredDim
  Word32<In> op = In::initial(0u);          ///< RedOp
  Word32<In> size = In::initial(0u);        ///< SuredSize
  Word32<In> clamp = In::initial(0u);       ///< SuredClamp
  Word32<In> isBound = In::initial(0u);     ///< 0 or 1
  Word32<In> tsPtrIdx = In::initial(0u);    ///< 13 bits; 0 where the handle is not bound
  bool operator==(const SuredModifiersIn&) const = default;
};
using SuredModifiers = SuredModifiersIn<Words>;

/// What the implementation may choose and what nobody knows ([param]). Every value of every field is allowed, except
/// that orders are permutations of the lanes.
template <class In> struct SuredChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Sured;
  /// As RED's (SURED-9).
  PerLaneOf<In, std::uint8_t> order = In::laneNumbers();
  PerLaneOf<In, std::uint8_t> orderHigh = In::laneNumbers();
  Word32<In> unlikeZeros = In::initial(0u);
  /// A handle of no texture, or of one of another dimension: 1: an error; 0: the update is dropped (SURED-4).
  /// Default: 1.
  Word32<In> invalidIsError = In::initial(1u);
  /// Disabled surfaces: 1: the update is dropped whatever else is wrong; 0: errors are found first (SURED-7).
  /// Default: 1.
  Word32<In> disabledComesFirst = In::initial(1u);
  /// SD32, SD64 on a format that is neither SINT nor UINT: 1: signed; 0: unsigned (SURED-3). Default: 0.
  Word32<In> othersAreSigned = In::initial(0u);
  /// .BA with x no multiple of the size: 1: its low bits are masked; 0: a misaligned-address error (SURED-5). Default:
  /// 0.
  Word32<In> masksLowBits = In::initial(0u);
  /// NEAR where no element fits in a row: 1: an out-of-range error; 0: dropped (SURED-6). Default: 0.
  Word32<In> noElementIsError = In::initial(0u);
  /// A layer that the surface does not have: 0: as .clamp says of rows; 1: the last one; 2: dropped (SURED-6). Default:
  /// 0.
  Word32<In> layers = In::initial(0u);
  /// Which error a lane reports where several hold (SURED-11): 0 misaligned (a .BA coordinate, or the address), 1
  /// surface out of range, 2 address out of range; where that one does not hold, the next in this order that does, 0
  /// after 2. Where no element fits in a row there is no address. Default: misaligned.
  PerLaneOf<In, std::uint8_t> reported = {};
  /// A .BA coordinate that is misaligned, of an update that IGN, a missing layer or a missing element drops: 1: it is
  /// dropped; 0: a misaligned-address error (SURED-11). Default: 0.
  Word32<In> dropComesFirst = In::initial(0u);
  bool operator==(const SuredChoicesIn&) const = default;
};
using SuredChoices = SuredChoicesIn<Words>;

} // namespace warplaw::spec
