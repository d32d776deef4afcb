// FADD Rd, {-}Ra, {-}Rb: form, modifiers (FADD-1).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct FaddFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Fadd;
  RegisterIn<In> rd;          ///< destination
  NegatableRegisterIn<In> ra; ///< one number
  NegatableRegisterIn<In> rb; ///< the other
  bool operator==(const FaddFormIn&) const = default;
};
using FaddForm = FaddFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace fadd_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb
} // namespace fadd_rows

/// The word that every NaN becomes (FADD-2).
inline constexpr std::uint32_t kFaddNan = 0x7fffffff;

/// What a datapath needs besides fetched operands.
template <class In> struct FaddModifiersIn {
  Word32<In> negatesA = In::initial(0u); ///< 0 or 1
  Word32<In> negatesB = In::initial(0u); ///< 0 or 1
  bool operator==(const FaddModifiersIn&) const = default;
};
using FaddModifiers = FaddModifiersIn<Words>;

template <class In> using FaddChoicesIn = NoChoicesIn<In, Mnemonic::Fadd>;
using FaddChoices = FaddChoicesIn<Words>;

} // namespace warplaw::spec
