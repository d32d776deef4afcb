// SIMD video's structures as data (VID-1, -4, -9..11).
#pragma once
#include "spec/instructions/vsimd.h"
#include "spec/video_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kVsimdOps[] = {"VADD2", "VSUB2", "VABSDIFF2", "VMIN2", "VMAX2", "VAVRG2", "VSET2",
                                                 "VADD4", "VSUB4", "VABSDIFF4", "VMIN4", "VMAX4", "VAVRG4", "VSET4"};
inline constexpr std::string_view kAccumulations[] = {"", "ADD"};

template <class In> struct FieldsOf<MaskedLanesIn<In>> {
  using S = MaskedLanesIn<In>;
  static constexpr Fields list{Field{"", &S::reg, {.rule = "MACH-3"}}, Field{"mask", &S::mask, {.rule = "VID-9"}}};
};
template <class In> struct FieldsOf<SelectedLanesIn<In>> {
  using S = SelectedLanesIn<In>;
  static constexpr Fields list{Field{"", &S::reg, {.rule = "MACH-3"}}, Field{"lanes", &S::lanes, {.rule = "VID-9"}}};
};
template <class In> struct FieldsOf<VsimdFormIn<In>> {
  using S = VsimdFormIn<In>;
  static constexpr About kOperand{.role = Role::Source, .rule = "VID-9"};
  static constexpr Fields list{
      Field{"op", &S::op, {.role = Role::Mnemonic, .rule = "VID-10", .count = 14, .names = kVsimdOps}},
      Field{"dtype", &S::dtype, kVideoType},
      Field{"atype", &S::atype, kVideoType},
      Field{"btype", &S::btype, kVideoType},
      Field{"saturates", &S::saturates, {.role = Role::Optional, .rule = "VID-10", .count = 2, .names = kSaturations}},
      Field{"condition", &S::condition, kCondition},
      Field{"adds", &S::adds, {.role = Role::Optional, .rule = "VID-11", .count = 2, .names = kAccumulations}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "VID-9"}},
      Field{"ra", &S::ra, kOperand},
      Field{"rb", &S::rb, kOperand},
      Field{"rc", &S::rc, {.role = Role::Source, .rule = "VID-11"}}};
};
template <class In> struct FieldsOf<VsimdModifiersIn<In>> {
  using S = VsimdModifiersIn<In>;
  static constexpr About kLanes{.rule = "VID-9", .count = 0x7778};
  static constexpr Fields list{Field{"op", &S::op, {.rule = "VID-10", .count = 7}},
                               Field{"fourLanes", &S::fourLanes, {.rule = "VID-9", .count = 2}},
                               Field{"dSigned", &S::dSigned, {.rule = "VID-10", .count = 2}},
                               Field{"aSigned", &S::aSigned, {.rule = "VID-1", .count = 2}},
                               Field{"bSigned", &S::bSigned, {.rule = "VID-1", .count = 2}},
                               Field{"saturates", &S::saturates, {.rule = "VID-10", .count = 2}},
                               Field{"condition", &S::condition, {.rule = "VID-4", .count = 6}},
                               Field{"adds", &S::adds, {.rule = "VID-11", .count = 2}},
                               Field{"mask", &S::mask, {.rule = "VID-9", .count = 16}},
                               Field{"aLanes", &S::aLanes, kLanes},
                               Field{"bLanes", &S::bLanes, kLanes}};
};

} // namespace warplaw::spec
