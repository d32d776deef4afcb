// VMAD.dtype.atype.btype{.PO}{.SAT}{.SHR7|.SHR15} Rd, {-}Ra, {-}Rb, {-}Rc: form, modifiers, choices (VID-1, VID-8).
#pragma once
#include "spec/mnemonic.h"
#include "spec/video.h"

namespace warplaw::spec {

enum class VmadShift : std::uint8_t { None, Shr7, Shr15 };

template <class In> struct VmadFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Vmad;
  Cell<In, VideoType> dtype = In::initial(VideoType::U32); ///< has no effect (VID-8)
  Cell<In, VideoType> atype = In::initial(VideoType::U32);
  Cell<In, VideoType> btype = In::initial(VideoType::U32);
  Cell<In, bool> plusOne = In::initial(false);
  Cell<In, bool> saturates = In::initial(false);
  Cell<In, VmadShift> shift = In::initial(VmadShift::None);
  RegisterIn<In> rd;      ///< destination
  NegatablePartIn<In> ra; ///< negating both Ra and Rb is no negation of the product
  NegatablePartIn<In> rb;
  NegatableRegisterIn<In> rc;
  bool operator==(const VmadFormIn&) const = default;
};
using VmadForm = VmadFormIn<Words>;

/// What a datapath needs besides fetched operands (rows: spec::video_rows). At most one of negatesProduct, negatesC and
/// plusOne is 1.
template <class In> struct VmadModifiersIn {
  Word32<In> aSigned = In::initial(0u);        ///< 1: S32
  Word32<In> bSigned = In::initial(0u);        ///< 1: S32
  Word32<In> aPart = In::initial(0u);          ///< Part
  Word32<In> bPart = In::initial(0u);          ///< Part
  Word32<In> negatesProduct = In::initial(0u); ///< 1: exactly one of Ra and Rb is negated
  Word32<In> negatesC = In::initial(0u);       ///< 0 or 1
  Word32<In> plusOne = In::initial(0u);        ///< 0 or 1
  Word32<In> saturates = In::initial(0u);      ///< 0 or 1
  Word32<In> shift = In::initial(0u);          ///< VmadShift
  bool operator==(const VmadModifiersIn&) const = default;
};
using VmadModifiers = VmadModifiersIn<Words>;

template <class In> struct VmadChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Vmad;
  /// How c of (u32 * u32) - c is extended (VID-8): 0 as the signed final says, 1 as unsigned. Default: 0
  Word32<In> unsignedC = In::initial(0u);
  /// What .SAT clamps (VID-8): 0 the exact value after the shift, 1 that value wrapped to 64 bits, which the final says
  /// to be signed or not. Default: 0
  Word32<In> saturates64 = In::initial(0u);
  bool operator==(const VmadChoicesIn&) const = default;
};
using VmadChoices = VmadChoicesIn<Words>;

} // namespace warplaw::spec
