// SHFL's structures as data (SHFL-7, SHFL-9).
#pragma once
#include "spec/instructions/shfl.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kShflModes[] = {"IDX", "UP", "DOWN", "BFLY"};

template <class In> struct FieldsOf<ShflFormIn<In>> {
  using S = ShflFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Modifier, .rule = "SHFL-9", .count = 4, .names = kShflModes}},
      Field{"pu", &S::pu, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"sb", &S::sb, {.role = Role::Source, .rule = "SHFL-9", .immediateBits = 5}},
      Field{"sc", &S::sc, {.role = Role::Source, .rule = "SHFL-9", .immediateBits = 13}}};
};
template <class In> struct FieldsOf<ShflModifiersIn<In>> {
  static constexpr Fields list{Field{"mode", &ShflModifiersIn<In>::mode, {.rule = "SHFL-9", .count = 4}}};
};
template <class In> struct FieldsOf<ShflChoicesIn<In>> {
  static constexpr Fields list{
      Field{"inactive", &ShflChoicesIn<In>::inactive, {.role = Role::Choice, .rule = "SHFL-7"}}};
};

} // namespace warplaw::spec
