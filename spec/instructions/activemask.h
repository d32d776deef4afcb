// activemask.b32 d: form (SYNC-6). d is the mask of the executing lanes; there is no membermask, and it is always
// defined. Which lanes are converged is an input: spec::Warp's `active`.
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class ActivemaskType : std::uint8_t { B32 };

template <class In> struct ActivemaskFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Activemask;
  Cell<In, ActivemaskType> type = In::initial(ActivemaskType::B32);
  RegisterIn<In> rd; ///< d
  bool operator==(const ActivemaskFormIn&) const = default;
};
using ActivemaskForm = ActivemaskFormIn<Words>;

/// Its datapath is told nothing. Results: row 0 = d.
template <class In> struct ActivemaskModifiersIn {
  bool operator==(const ActivemaskModifiersIn&) const = default;
};
using ActivemaskModifiers = ActivemaskModifiersIn<Words>;

template <class In> using ActivemaskChoicesIn = NoChoicesIn<In, Mnemonic::Activemask>;
using ActivemaskChoices = ActivemaskChoicesIn<Words>;

} // namespace warplaw::spec
