// SHL{.W} Rd, Ra, Rb and SHR{.U32}{.W} Rd, Ra, Rb, as one instruction of two mnemonics: form, modifiers (SHIFT-1..3).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class ShiftDirection : std::uint8_t { Left, Right };

template <class In> struct ShiftFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Shift;
  Cell<In, ShiftDirection> direction = In::initial(ShiftDirection::Left); ///< the mnemonic
  Cell<In, bool> isUnsigned = In::initial(false);                         ///< of SHR alone: zeros come in
  Cell<In, bool> wraps = In::initial(false);                              ///< five bits of the amount count (SHIFT-2)
  RegisterIn<In> rd;                                                      ///< destination
  RegisterIn<In> ra;                                                      ///< what is shifted
  RegisterOrImmediateIn<In> rb; ///< how far: register or 20-bit signed immediate (SHIFT-3)
  bool operator==(const ShiftFormIn&) const = default;
};
using ShiftForm = ShiftFormIn<Words>;

/// Which row of spec::Operands holds what. Results: row 0 = Rd.
namespace shift_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb, 32 bits
} // namespace shift_rows

/// What a datapath needs besides fetched operands.
template <class In> struct ShiftModifiersIn {
  Word32<In> direction = In::initial(0u);  ///< ShiftDirection
  Word32<In> isUnsigned = In::initial(0u); ///< 0 or 1; 0 of SHL
  Word32<In> wraps = In::initial(0u);      ///< 0 or 1
  bool operator==(const ShiftModifiersIn&) const = default;
};
using ShiftModifiers = ShiftModifiersIn<Words>;

template <class In> using ShiftChoicesIn = NoChoicesIn<In, Mnemonic::Shift>;
using ShiftChoices = ShiftChoicesIn<Words>;

} // namespace warplaw::spec
