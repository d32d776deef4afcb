// SEL Rd, Ra, Rb, {!}Pp: form (SEL-1, SEL-2); its datapath is told nothing.
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct SelFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Sel;
  RegisterIn<In> rd;            ///< destination
  RegisterIn<In> ra;            ///< what a lane gets whose Pp holds (SEL-1)
  RegisterOrImmediateIn<In> rb; ///< what any other gets: register or 20-bit signed immediate (SEL-2)
  GuardIn<In> pp;               ///< source predicate, may be negated
  bool operator==(const SelFormIn&) const = default;
};
using SelForm = SelFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace sel_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb, 32 bits
} // namespace sel_rows

/// What a datapath needs besides fetched operands: nothing.
template <class In> struct SelModifiersIn {
  bool operator==(const SelModifiersIn&) const = default;
};
using SelModifiers = SelModifiersIn<Words>;

template <class In> using SelChoicesIn = NoChoicesIn<In, Mnemonic::Sel>;
using SelChoices = SelChoicesIn<Words>;

} // namespace warplaw::spec
