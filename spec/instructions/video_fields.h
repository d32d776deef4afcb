// Scalar video's structures as data (VID-1..7).
#pragma once
#include "spec/instructions/video.h"
#include "spec/video_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kVideoOps[] = {"VADD",  "VSUB", "VABSDIFF", "VMIN", "VMAX",
                                                 "VAVRG", "VSET", "VSHL",     "VSHR"};
inline constexpr std::string_view kVideoShifts[] = {"CLAMP", "WRAP"};
inline constexpr std::string_view kVideoSeconds[] = {"", "ADD", "MIN", "MAX"};

template <class In> struct FieldsOf<VideoFormIn<In>> {
  using S = VideoFormIn<In>;
  static constexpr About kOperand{.role = Role::Source, .rule = "VID-1"};
  static constexpr Fields list{
      Field{"op", &S::op, {.role = Role::Mnemonic, .rule = "VID-2", .count = 9, .names = kVideoOps}},
      Field{"dtype", &S::dtype, kVideoType},
      Field{"atype", &S::atype, kVideoType},
      Field{"btype", &S::btype, kVideoType},
      Field{"saturates", &S::saturates, kSaturation},
      Field{"shift", &S::shift, {.role = Role::Modifier, .rule = "VID-5", .count = 2, .names = kVideoShifts}},
      Field{"condition", &S::condition, kCondition},
      Field{"second", &S::second, {.role = Role::Optional, .rule = "VID-7", .count = 4, .names = kVideoSeconds}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "VID-7"}},
      Field{"ra", &S::ra, kOperand},
      Field{"rb", &S::rb, kOperand},
      Field{"rc", &S::rc, {.role = Role::Source, .rule = "VID-7"}}};
};
template <class In> struct FieldsOf<VideoModifiersIn<In>> {
  using S = VideoModifiersIn<In>;
  static constexpr Fields list{Field{"op", &S::op, {.rule = "VID-2", .count = 9}},
                               Field{"dSigned", &S::dSigned, {.rule = "VID-6", .count = 2}},
                               Field{"aSigned", &S::aSigned, {.rule = "VID-1", .count = 2}},
                               Field{"bSigned", &S::bSigned, {.rule = "VID-1", .count = 2}},
                               Field{"saturates", &S::saturates, {.rule = "VID-6", .count = 2}},
                               Field{"wraps", &S::wraps, {.rule = "VID-5", .count = 2}},
                               Field{"condition", &S::condition, {.rule = "VID-4", .count = 6}},
                               Field{"second", &S::second, {.rule = "VID-7", .count = 4}},
                               Field{"dPart", &S::dPart, {.rule = "VID-7", .count = 7}},
                               Field{"aPart", &S::aPart, {.rule = "VID-1", .count = 7}},
                               Field{"bPart", &S::bPart, {.rule = "VID-1", .count = 7}}};
};
template <class In> struct FieldsOf<VideoChoicesIn<In>> {
  using S = VideoChoicesIn<In>;
  static constexpr Fields list{
      Field{"secondSees", &S::secondSees, {.role = Role::Choice, .rule = "VID-7", .count = 3}},
      Field{"shiftKeepsAll", &S::shiftKeepsAll, {.role = Role::Choice, .rule = "VID-5", .count = 2}}};
};

} // namespace warplaw::spec
