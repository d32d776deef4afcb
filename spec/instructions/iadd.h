// IADD Rd, {-}Ra, {-}Rb: form, modifiers (IADD-1, IADD-2, IADD-3).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct IaddFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Iadd;
  RegisterIn<In> rd;          ///< destination
  NegatableRegisterIn<In> ra; ///< one term
  NegatableOperandIn<In> rb;  ///< the other: register or 20-bit signed immediate (IADD-2)
  bool operator==(const IaddFormIn&) const = default;
};
using IaddForm = IaddFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace iadd_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb, 32 bits
} // namespace iadd_rows

/// What a datapath needs besides fetched operands; not both are 1 (IADD-3).
template <class In> struct IaddModifiersIn {
  Word32<In> negatesA = In::initial(0u); ///< 0 or 1
  Word32<In> negatesB = In::initial(0u); ///< 0 or 1
  bool operator==(const IaddModifiersIn&) const = default;
};
using IaddModifiers = IaddModifiersIn<Words>;

template <class In> using IaddChoicesIn = NoChoicesIn<In, Mnemonic::Iadd>;
using IaddChoices = IaddChoicesIn<Words>;

} // namespace warplaw::spec
