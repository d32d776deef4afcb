// FLO{.U32}{.SH} Rd, {~}Rb: form, modifiers (FLO-1..3).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct FloFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Flo;
  Cell<In, bool> isUnsigned = In::initial(false); ///< the highest 1 is looked for, not what differs from the sign
  Cell<In, bool> asShift = In::initial(false);    ///< told as how far from bit 31 (FLO-2)
  RegisterIn<In> rd;                              ///< destination
  NegatableOperandIn<In> rb; ///< where it is looked for, `~`: inverted; or a 20-bit signed immediate (FLO-3)
  bool operator==(const FloFormIn&) const = default;
};
using FloForm = FloFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace flo_rows {
inline constexpr unsigned kB = 0; ///< Rb, 32 bits
} // namespace flo_rows

/// What Rd gets where there is no such bit (FLO-1, FLO-2).
inline constexpr std::uint32_t kFloNone = 0xffffffff;

/// What a datapath needs besides the fetched operand.
template <class In> struct FloModifiersIn {
  Word32<In> isUnsigned = In::initial(0u); ///< 0 or 1
  Word32<In> asShift = In::initial(0u);    ///< 0 or 1
  Word32<In> inverts = In::initial(0u);    ///< 0 or 1; 0 of an immediate
  bool operator==(const FloModifiersIn&) const = default;
};
using FloModifiers = FloModifiersIn<Words>;

template <class In> using FloChoicesIn = NoChoicesIn<In, Mnemonic::Flo>;
using FloChoices = FloChoicesIn<Words>;

} // namespace warplaw::spec
