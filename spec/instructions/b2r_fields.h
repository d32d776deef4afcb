// B2R's structures as data (BAR-2).
#pragma once
#include "spec/instructions/b2r.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kB2rWhats[] = {"RESULT"};

template <class In> struct FieldsOf<B2rFormIn<In>> {
  using S = B2rFormIn<In>;
  static constexpr Fields list{
      Field{"what", &S::what, {.role = Role::Modifier, .rule = "BAR-2", .count = 1, .names = kB2rWhats}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"pu", &S::pu, {.role = Role::Destination, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<B2rModifiersIn<In>> {
  static constexpr Fields<> list{};
};
template <class In> struct FieldsOf<B2rChoicesIn<In>> {
  using S = B2rChoicesIn<In>;
  static constexpr Fields list{
      Field{"wordOfAnswer", &S::wordOfAnswer, {.role = Role::Choice, .rule = "BAR-2"}},
      Field{"predicateOfCount", &S::predicateOfCount, {.role = Role::Choice, .rule = "BAR-2", .isLaneMask = true}}};
};

} // namespace warplaw::spec
