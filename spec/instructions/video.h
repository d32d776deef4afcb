// Scalar video but VMAD, as one instruction of nine mnemonics: form, modifiers, choices (VID-1..7).
//   VADD VSUB VABSDIFF VMIN VMAX VAVRG .dtype.atype.btype{.SAT}{.second} Rd, Ra, Rb{, Rc}
//   VSHL VSHR .dtype.atype.U32{.SAT}.shift{.second} Rd, Ra, Rb{, Rc}
//   VSET .atype.btype.condition{.second} Rd, Ra, Rb{, Rc}
#pragma once
#include "spec/mnemonic.h"
#include "spec/video.h"

namespace warplaw::spec {

/// How far VSHL and VSHR shift: min(b, 32) or b mod 32 (VID-5).
enum class VideoShift : std::uint8_t { Clamp, Wrap };
/// The second operation, on the result and Rc (VID-7).
enum class VideoSecond : std::uint8_t { None, Add, Min, Max };

template <class In> struct VideoFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Video;
  Cell<In, VideoOp> op = In::initial(VideoOp::Add);        ///< the mnemonic
  Cell<In, VideoType> dtype = In::initial(VideoType::U32); ///< VSET has none and is U32 (VID-4)
  Cell<In, VideoType> atype = In::initial(VideoType::U32);
  Cell<In, VideoType> btype = In::initial(VideoType::U32);              ///< of VSHL and VSHR U32 (VID-5)
  Cell<In, bool> saturates = In::initial(false);                        ///< VID-6; never of VSET (VID-4)
  Cell<In, VideoShift> shift = In::initial(VideoShift::Clamp);          ///< of VSHL and VSHR; elsewhere Clamp (VID-5)
  Cell<In, VideoCondition> condition = In::initial(VideoCondition::Eq); ///< of VSET; elsewhere Eq (VID-4)
  Cell<In, VideoSecond> second = In::initial(VideoSecond::None);
  RegisterPartIn<In> rd; ///< destination; of a part, the rest comes from Rc (merge)
  RegisterPartIn<In> ra;
  RegisterPartIn<In> rb;
  RegisterIn<In> rc; ///< written exactly if there is a second operation or a merge, never both; RZ elsewhere (VID-7)
  bool operator==(const VideoFormIn&) const = default;
};
using VideoForm = VideoFormIn<Words>;

/// What a datapath needs besides fetched operands (rows: spec::video_rows).
template <class In> struct VideoModifiersIn {
  Word32<In> op = In::initial(0u);        ///< VideoOp
  Word32<In> dSigned = In::initial(0u);   ///< 1: S32
  Word32<In> aSigned = In::initial(0u);   ///< 1: S32
  Word32<In> bSigned = In::initial(0u);   ///< 1: S32
  Word32<In> saturates = In::initial(0u); ///< 0 or 1
  Word32<In> wraps = In::initial(0u);     ///< 1: VideoShift::Wrap
  Word32<In> condition = In::initial(0u); ///< VideoCondition
  Word32<In> second = In::initial(0u);    ///< VideoSecond
  Word32<In> dPart = In::initial(0u);     ///< Part
  Word32<In> aPart = In::initial(0u);     ///< Part
  Word32<In> bPart = In::initial(0u);     ///< Part
  bool operator==(const VideoModifiersIn&) const = default;
};
using VideoModifiers = VideoModifiersIn<Words>;

template <class In> struct VideoChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Video;
  /// What the second operation sees where nothing saturates (VID-7): 0 the wide value, 1 its low 33 bits as a signed
  /// number, 2 its low 32 bits as dtype says. Default: 0
  Word32<In> secondSees = In::initial(0u);
  /// What VSHL keeps of what it has shifted (VID-5): 0 its low 34 bits as a signed number, 1 all of it. Default: 0
  Word32<In> shiftKeepsAll = In::initial(0u);
  bool operator==(const VideoChoicesIn&) const = default;
};
using VideoChoices = VideoChoicesIn<Words>;

} // namespace warplaw::spec
