// CS2R{.32} Rd, SR: the clock as a pair of registers, or one of its words (SR-1, SR-3). It reads spec::SpecialInputs.
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class Cs2rSize : std::uint8_t { B64, B32 };

/// Which word of CLOCK64 stands in Rd. A pair begins with the low one.
enum class ClockWord : std::uint8_t { Low, High };

/// `SR_CLOCKLO`.
template <class In> struct ClockRegisterIn {
  Cell<In, ClockWord> name = In::initial(ClockWord::Low);
  bool operator==(const ClockRegisterIn&) const = default;
};

template <class In> struct Cs2rFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Cs2r;
  Cell<In, Cs2rSize> size = In::initial(Cs2rSize::B64); ///< 64 bits: Rd begins a pair, or is RZ (MACH-3)
  RegisterIn<In> rd;                                    ///< destination
  ClockRegisterIn<In> sr;                               ///< what is read; of 64 bits the pair that begins with Low
  bool operator==(const Cs2rFormIn&) const = default;
};
using Cs2rForm = Cs2rFormIn<Words>;

/// What a datapath needs besides fetched operands, of which there are none. Results: row 0 = Rd; of 64 bits row 1 = the
/// register after it.
template <class In> struct Cs2rModifiersIn {
  Word32<In> size = In::initial(0u); ///< Cs2rSize
  Word32<In> word = In::initial(0u); ///< ClockWord
  bool operator==(const Cs2rModifiersIn&) const = default;
};
using Cs2rModifiers = Cs2rModifiersIn<Words>;

template <class In> using Cs2rChoicesIn = NoChoicesIn<In, Mnemonic::Cs2r>;
using Cs2rChoices = Cs2rChoicesIn<Words>;

} // namespace warplaw::spec
