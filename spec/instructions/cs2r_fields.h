// CS2R's structures as data (SR-1, SR-3).
#pragma once
#include "spec/instructions/cs2r.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kCs2rSizes[] = {"", "32"};
inline constexpr std::pair<std::string_view, unsigned> kCs2rSizeAliases[] = {{"64", 0}};
inline constexpr std::string_view kClockRegisters[] = {"SR_CLOCKLO", "SR_CLOCKHI"};

template <class In> struct FieldsOf<ClockRegisterIn<In>> {
  static constexpr Fields list{
      Field{"", &ClockRegisterIn<In>::name, {.rule = "SR-1", .count = 2, .names = kClockRegisters}}};
};
template <class In> struct FieldsOf<Cs2rFormIn<In>> {
  using S = Cs2rFormIn<In>;
  static constexpr Fields list{
      Field{"size",
            &S::size,
            {.role = Role::Optional, .rule = "SR-3", .count = 2, .names = kCs2rSizes, .aliases = kCs2rSizeAliases}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"sr", &S::sr, {.role = Role::Source, .rule = "SR-1", .count = 2, .names = kClockRegisters}}};
};
template <class In> struct FieldsOf<Cs2rModifiersIn<In>> {
  using S = Cs2rModifiersIn<In>;
  static constexpr Fields list{Field{"size", &S::size, {.rule = "SR-3", .count = 2}},
                               Field{"word", &S::word, {.rule = "SR-1", .count = 2}}};
};

} // namespace warplaw::spec
