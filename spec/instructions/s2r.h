// S2R Rd, SR: form, modifiers (SR-1, SR-2, SR-3). What it reads besides the lane's number: spec::SpecialInputs.
#pragma once
#include "spec/no_choices.h"
#include "spec/operand.h"

namespace warplaw::spec {

/// SR-1's. Of SpecialInputs all lanes read the same word, but TidX..TidZ are the lane's own: the coordinates of its
/// linear thread id in a CTA of ntid threads (SR-3).
enum class SpecialRegister : std::uint8_t {
  LaneId,
  EqMask, ///< SR-2, up to GeMask
  LtMask,
  LeMask,
  GtMask,
  GeMask,
  TidX,
  TidY,
  TidZ,
  CtaidX, ///< ctaid
  CtaidY,
  CtaidZ,
  NtidX, ///< ntid
  NtidY,
  NtidZ,
  NctaidX, ///< nctaid
  NctaidY,
  NctaidZ,
  ClockLow, ///< clockLow
  ClockHigh,
  SmemSize, ///< smemSize
  SharedWindowLow,
  SharedWindowSize,
  LocalWindowLow,
  LocalWindowSize
};
inline constexpr std::uint32_t kSpecialRegisterCount = 25;

/// `SR_LANEID`.
template <class In> struct SpecialRegisterIn {
  Cell<In, SpecialRegister> name = In::initial(SpecialRegister::LaneId);
  bool operator==(const SpecialRegisterIn&) const = default;
};

template <class In> struct S2rFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::S2r;
  RegisterIn<In> rd;        ///< destination
  SpecialRegisterIn<In> sr; ///< what is read
  bool operator==(const S2rFormIn&) const = default;
};
using S2rForm = S2rFormIn<Words>;

/// What a datapath needs besides fetched operands, of which there are none. Results: row 0 = Rd.
template <class In> struct S2rModifiersIn {
  Word32<In> sr = In::initial(0u); ///< SpecialRegister
  bool operator==(const S2rModifiersIn&) const = default;
};
using S2rModifiers = S2rModifiersIn<Words>;

template <class In> using S2rChoicesIn = NoChoicesIn<In, Mnemonic::S2r>;
using S2rChoices = S2rChoicesIn<Words>;

} // namespace warplaw::spec
