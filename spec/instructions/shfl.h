// SHFL.{IDX,UP,DOWN,BFLY} Pu, Rd, Ra, Sb, Sc: form, modifiers, choices (SHFL-7, SHFL-9).
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class ShflMode : std::uint8_t { Idx, Up, Down, Bfly };

template <class In> struct ShflFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Shfl;
  Cell<In, ShflMode> mode = In::initial(ShflMode::Idx); ///< mandatory in text (SHFL-9)
  PredicateIn<In> pu;                                   ///< destination: was the source lane in range (SHFL-8)
  RegisterIn<In> rd;                                    ///< destination
  RegisterIn<In> ra;                                    ///< source value
  RegisterOrImmediateIn<In> sb;                         ///< register or 5-bit immediate (SHFL-9)
  RegisterOrImmediateIn<In> sc;                         ///< register or 13-bit immediate (SHFL-9)
  bool operator==(const ShflFormIn&) const = default;
};
using ShflForm = ShflFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd; predicate = Pu.
namespace shfl_rows {
inline constexpr unsigned kValue = 0; ///< Ra
inline constexpr unsigned kLane = 1;  ///< Sb
inline constexpr unsigned kRange = 2; ///< Sc: clamp in bits 4:0, segment mask in bits 12:8
} // namespace shfl_rows

/// What a datapath needs besides fetched operands.
template <class In> struct ShflModifiersIn {
  Word32<In> mode = In::initial(0u); ///< ShflMode
  bool operator==(const ShflModifiersIn&) const = default;
};
using ShflModifiers = ShflModifiersIn<Words>;

/// What the implementation may choose (SHFL-7). Default for `exec`: zeros.
template <class In> struct ShflChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Shfl;
  /// Value that lane i reads when its source lane is not in exec; any 32 bits, chosen afresh for every reading lane.
  PerLaneOf<In, std::uint32_t> inactive = {};
  bool operator==(const ShflChoicesIn&) const = default;
};
using ShflChoices = ShflChoicesIn<Words>;

} // namespace warplaw::spec
