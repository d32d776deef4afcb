// Video's words and scalar video's operands as data (VID-1, -4, -6, -8).
#pragma once
#include "spec/operand_fields.h"
#include "spec/video.h"

namespace warplaw::spec {

inline constexpr std::string_view kVideoTypes[] = {"U32", "S32"};
inline constexpr std::string_view kSaturations[] = {"", "SAT"};
inline constexpr std::string_view kConditions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
inline constexpr std::string_view kParts[] = {"", "B0", "B1", "B2", "B3", "H0", "H1"};

inline constexpr About kVideoType{.role = Role::Modifier, .rule = "VID-1", .count = 2, .names = kVideoTypes};
inline constexpr About kSaturation{.role = Role::Optional, .rule = "VID-6", .count = 2, .names = kSaturations};
inline constexpr About kCondition{.role = Role::Modifier, .rule = "VID-4", .count = 6, .names = kConditions};

template <class In> struct FieldsOf<RegisterPartIn<In>> {
  using S = RegisterPartIn<In>;
  static constexpr Fields list{
      Field{"", &S::reg, {.rule = "MACH-3"}},
      Field{"part", &S::part, {.role = Role::Optional, .rule = "VID-1", .count = 7, .names = kParts}}};
};
template <class In> struct FieldsOf<NegatablePartIn<In>> {
  using S = NegatablePartIn<In>;
  static constexpr Fields list{Field{"negated", &S::negated, {.rule = "VID-8"}}, Field{"", &S::part, {}}};
};

} // namespace warplaw::spec
