// LOP.op Rd, {~}Ra, {~}Rb: form, modifiers (LOP-1, LOP-2).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class LopOp : std::uint8_t { And, Or, Xor, PassB };

template <class In> struct LopFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Lop;
  Cell<In, LopOp> op = In::initial(LopOp::And);
  RegisterIn<In> rd;          ///< destination
  NegatableRegisterIn<In> ra; ///< `~`: inverted
  NegatableOperandIn<In> rb;  ///< the same, or a 20-bit signed immediate (LOP-2)
  bool operator==(const LopFormIn&) const = default;
};
using LopForm = LopFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace lop_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb, 32 bits
} // namespace lop_rows

/// What a datapath needs besides fetched operands.
template <class In> struct LopModifiersIn {
  Word32<In> op = In::initial(0u);       ///< LopOp
  Word32<In> invertsA = In::initial(0u); ///< 0 or 1
  Word32<In> invertsB = In::initial(0u); ///< 0 or 1; 0 of an immediate
  bool operator==(const LopModifiersIn&) const = default;
};
using LopModifiers = LopModifiersIn<Words>;

template <class In> using LopChoicesIn = NoChoicesIn<In, Mnemonic::Lop>;
using LopChoices = LopChoicesIn<Words>;

} // namespace warplaw::spec
