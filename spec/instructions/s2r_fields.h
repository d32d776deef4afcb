// S2R's structures as data (SR-1).
#pragma once
#include "spec/instructions/s2r.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kSpecialRegisters[] = {"SR_LANEID", "SR_EQMASK", "SR_LTMASK",
                                                         "SR_LEMASK", "SR_GTMASK", "SR_GEMASK"};

template <class In> struct FieldsOf<SpecialRegisterIn<In>> {
  static constexpr std::tuple list{
      Field{"", &SpecialRegisterIn<In>::name, {.rule = "SR-1", .count = 6, .names = kSpecialRegisters}}};
};
template <class In> struct FieldsOf<S2rFormIn<In>> {
  using S = S2rFormIn<In>;
  static constexpr std::tuple list{
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"sr", &S::sr, {.role = Role::Source, .rule = "SR-1", .count = 6, .names = kSpecialRegisters}}};
};
template <class In> struct FieldsOf<S2rModifiersIn<In>> {
  static constexpr std::tuple list{Field{"sr", &S2rModifiersIn<In>::sr, {.rule = "SR-1", .count = 6}}};
};

} // namespace warplaw::spec
