// PMTRIG mask: form, modifiers (PM-1, PM-2). It changes spec::Counters.
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

template <class In> struct PmtrigFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Pmtrig;
  ImmediateIn<In> mask; ///< 16 bits: bit n is counter n (PM-1); any mask (PM-2)
  bool operator==(const PmtrigFormIn&) const = default;
};
using PmtrigForm = PmtrigFormIn<Words>;

/// What a datapath needs besides fetched operands, of which there are none. Results: none.
template <class In> struct PmtrigModifiersIn {
  Word32<In> mask = In::initial(0u);
  bool operator==(const PmtrigModifiersIn&) const = default;
};
using PmtrigModifiers = PmtrigModifiersIn<Words>;

template <class In> using PmtrigChoicesIn = NoChoicesIn<In, Mnemonic::Pmtrig>;
using PmtrigChoices = PmtrigChoicesIn<Words>;

} // namespace warplaw::spec
