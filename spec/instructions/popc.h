// POPC Rd, {~}Rb: form, modifiers (POPC-1, POPC-2).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct PopcFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Popc;
  RegisterIn<In> rd;         ///< destination
  NegatableOperandIn<In> rb; ///< whose bits are counted, `~`: inverted; or a 20-bit signed immediate (POPC-2)
  bool operator==(const PopcFormIn&) const = default;
};
using PopcForm = PopcFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace popc_rows {
inline constexpr unsigned kB = 0; ///< Rb, 32 bits
} // namespace popc_rows

/// What a datapath needs besides the fetched operand.
template <class In> struct PopcModifiersIn {
  Word32<In> inverts = In::initial(0u); ///< 0 or 1; 0 of an immediate
  bool operator==(const PopcModifiersIn&) const = default;
};
using PopcModifiers = PopcModifiersIn<Words>;

template <class In> using PopcChoicesIn = NoChoicesIn<In, Mnemonic::Popc>;
using PopcChoices = PopcChoicesIn<Words>;

} // namespace warplaw::spec
