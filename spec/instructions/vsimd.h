// SIMD video, two halves or four bytes of a word at once: form, modifiers (VID-9..11).
//   VADD2 VSUB2 VABSDIFF2 VMIN2 VMAX2 VAVRG2 .dtype.atype.btype{.SAT|.ADD} Rd{.mask}, Ra{.lanes}, Rb{.lanes}, Rc
//   VSET2 .atype.btype.condition{.ADD} Rd{.mask}, Ra{.lanes}, Rb{.lanes}, Rc
// and the same with 4. "Lane" is here a half or a byte of a word, number 0 being the lowest, not a thread.
#pragma once
#include "spec/no_choices.h"
#include "spec/video.h"

namespace warplaw::spec {

/// The mnemonic: an operation and how many lanes it works on.
enum class VsimdOp : std::uint8_t {
  Add2,
  Sub2,
  AbsDiff2,
  Min2,
  Max2,
  Avrg2,
  Set2,
  Add4,
  Sub4,
  AbsDiff4,
  Min4,
  Max4,
  Avrg4,
  Set4
};

/// `R0.H1`, `R0.B310`: the lanes that are written or summed up (VID-9, VID-11).
template <class In> struct MaskedLanesIn {
  RegisterIn<In> reg;
  Cell<In, std::uint8_t> mask = In::initial(std::uint8_t{0x3}); ///< bit i: lane i; never 0
  bool operator==(const MaskedLanesIn&) const = default;
};
using MaskedLanes = MaskedLanesIn<Words>;

/// `R1.H01`, `R2.B7610`: which lane of {Rb, Ra} each lane of an operand is (VID-9).
template <class In> struct SelectedLanesIn {
  RegisterIn<In> reg;
  /// In hexadecimal the digits of the text: bits 4i..4i+3 say which lane stands in lane i. With N lanes 0..N-1 are
  /// those of Ra, N..2N-1 those of Rb. Above lane N-1: 0.
  Cell<In, std::uint16_t> lanes = In::initial(std::uint16_t{0x10});
  bool operator==(const SelectedLanesIn&) const = default;
};
using SelectedLanes = SelectedLanesIn<Words>;

template <class In> struct VsimdFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Vsimd;
  Cell<In, VsimdOp> op = In::initial(VsimdOp::Add2);
  Cell<In, VideoType> dtype = In::initial(VideoType::U32); ///< VSET has none and is U32 (VID-4)
  Cell<In, VideoType> atype = In::initial(VideoType::U32);
  Cell<In, VideoType> btype = In::initial(VideoType::U32);
  Cell<In, bool> saturates = In::initial(false);                        ///< never of VSET, nor beside .ADD (VID-10)
  Cell<In, VideoCondition> condition = In::initial(VideoCondition::Eq); ///< of VSET; elsewhere Eq (VID-4)
  Cell<In, bool> adds = In::initial(false);                             ///< .ADD: the sum of the lanes (VID-11)
  MaskedLanesIn<In> rd;                                                 ///< destination
  SelectedLanesIn<In> ra;                                               ///< without a selector: Ra itself
  SelectedLanesIn<In> rb{{}, In::initial(std::uint16_t{0x32})};         ///< without a selector: Rb itself
  RegisterIn<In> rc; ///< lanes that are not written come from it; of .ADD, the first summand
  bool operator==(const VsimdFormIn&) const = default;
};
using VsimdForm = VsimdFormIn<Words>;

/// What a datapath needs besides fetched operands (rows: spec::video_rows).
template <class In> struct VsimdModifiersIn {
  Word32<In> op = In::initial(0u);        ///< VideoOp, below Shl
  Word32<In> fourLanes = In::initial(0u); ///< 1: four bytes; 0: two halves
  Word32<In> dSigned = In::initial(0u);   ///< 1: S32
  Word32<In> aSigned = In::initial(0u);   ///< 1: S32
  Word32<In> bSigned = In::initial(0u);   ///< 1: S32
  Word32<In> saturates = In::initial(0u); ///< 0 or 1
  Word32<In> condition = In::initial(0u); ///< VideoCondition
  Word32<In> adds = In::initial(0u);      ///< 0 or 1
  Word32<In> mask = In::initial(0x3u);    ///< as MaskedLanes::mask
  Word32<In> aLanes = In::initial(0x10u); ///< as SelectedLanes::lanes
  Word32<In> bLanes = In::initial(0x32u); ///< as SelectedLanes::lanes
  bool operator==(const VsimdModifiersIn&) const = default;
};
using VsimdModifiers = VsimdModifiersIn<Words>;

template <class In> using VsimdChoicesIn = NoChoicesIn<In, Mnemonic::Vsimd>;
using VsimdChoices = VsimdChoicesIn<Words>;

} // namespace warplaw::spec
