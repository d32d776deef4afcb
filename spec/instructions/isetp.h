// ISETP.compare{.U32}.combine Pu, PT, Ra, Rb, {!}Pp: form, modifiers (ISETP-1..3).
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class IsetpCompare : std::uint8_t { Never, Lt, Eq, Le, Gt, Ne, Ge, Always };
enum class IsetpCombine : std::uint8_t { And, Or, Xor };

/// Where the second destination predicate stands: `PT`, and nothing else is modelled (ISETP-3).
enum class IsetpSecond : std::uint8_t { Dropped };
template <class In> struct IsetpSecondIn {
  Cell<In, IsetpSecond> name = In::initial(IsetpSecond::Dropped);
  bool operator==(const IsetpSecondIn&) const = default;
};

template <class In> struct IsetpFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Isetp;
  Cell<In, IsetpCompare> compare = In::initial(IsetpCompare::Never); ///< what is asked of Ra and Rb
  Cell<In, bool> isUnsigned = In::initial(false);                  ///< of the comparison; Rb's sign extends in any case
  Cell<In, IsetpCombine> combine = In::initial(IsetpCombine::And); ///< of the answer and Pp
  PredicateIn<In> pu;                                              ///< destination; no register is written
  IsetpSecondIn<In> pv;                                            ///< dropped
  RegisterIn<In> ra;
  RegisterOrImmediateIn<In> rb; ///< register or 20-bit signed immediate (ISETP-2)
  GuardIn<In> pp;               ///< source predicate, may be negated
  bool operator==(const IsetpFormIn&) const = default;
};
using IsetpForm = IsetpFormIn<Words>;

/// Which row of spec::Operands holds what. Results: predicate = Pu.
namespace isetp_rows {
inline constexpr unsigned kA = 0; ///< Ra
inline constexpr unsigned kB = 1; ///< Rb, 32 bits
} // namespace isetp_rows

/// What a datapath needs besides fetched operands.
template <class In> struct IsetpModifiersIn {
  Word32<In> compare = In::initial(0u);    ///< IsetpCompare
  Word32<In> isUnsigned = In::initial(0u); ///< 0 or 1
  Word32<In> combine = In::initial(0u);    ///< IsetpCombine
  bool operator==(const IsetpModifiersIn&) const = default;
};
using IsetpModifiers = IsetpModifiersIn<Words>;

template <class In> using IsetpChoicesIn = NoChoicesIn<In, Mnemonic::Isetp>;
using IsetpChoices = IsetpChoicesIn<Words>;

} // namespace warplaw::spec
