// VMAD's structures as data (VID-1, VID-8).
#pragma once
#include "spec/instructions/vmad.h"
#include "spec/video_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kPlusOnes[] = {"", "PO"};
inline constexpr std::string_view kVmadShifts[] = {"", "SHR7", "SHR15"};

template <class In> struct FieldsOf<VmadFormIn<In>> {
  using S = VmadFormIn<In>;
  static constexpr About kOperand{.role = Role::Source, .rule = "VID-8"};
  static constexpr Fields list{
      Field{"dtype", &S::dtype, kVideoType},
      Field{"atype", &S::atype, kVideoType},
      Field{"btype", &S::btype, kVideoType},
      Field{"plusOne", &S::plusOne, {.role = Role::Optional, .rule = "VID-8", .count = 2, .names = kPlusOnes}},
      Field{"saturates", &S::saturates, {.role = Role::Optional, .rule = "VID-8", .count = 2, .names = kSaturations}},
      Field{"shift", &S::shift, {.role = Role::Optional, .rule = "VID-8", .count = 3, .names = kVmadShifts}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, kOperand},
      Field{"rb", &S::rb, kOperand},
      Field{"rc", &S::rc, kOperand}};
};
template <class In> struct FieldsOf<VmadModifiersIn<In>> {
  using S = VmadModifiersIn<In>;
  static constexpr About kFlag{.rule = "VID-8", .count = 2}, kPart{.rule = "VID-1", .count = 7};
  static constexpr Fields list{Field{"aSigned", &S::aSigned, kFlag},
                               Field{"bSigned", &S::bSigned, kFlag},
                               Field{"aPart", &S::aPart, kPart},
                               Field{"bPart", &S::bPart, kPart},
                               Field{"negatesProduct", &S::negatesProduct, kFlag},
                               Field{"negatesC", &S::negatesC, kFlag},
                               Field{"plusOne", &S::plusOne, kFlag},
                               Field{"saturates", &S::saturates, kFlag},
                               Field{"shift", &S::shift, {.rule = "VID-8", .count = 3}}};
};
template <class In> struct FieldsOf<VmadChoicesIn<In>> {
  using S = VmadChoicesIn<In>;
  static constexpr About kFlag{.role = Role::Choice, .rule = "VID-8", .count = 2};
  static constexpr Fields list{Field{"unsignedC", &S::unsignedC, kFlag}, Field{"saturates64", &S::saturates64, kFlag}};
};

} // namespace warplaw::spec
