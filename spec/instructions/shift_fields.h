// The shifts' structures as data (SHIFT-1..3).
#pragma once
#include "spec/instructions/shift.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kShiftDirections[] = {"SHL", "SHR"};
inline constexpr std::string_view kShiftWraps[] = {"", "W"};

template <class In> struct FieldsOf<ShiftFormIn<In>> {
  using S = ShiftFormIn<In>;
  static constexpr Fields list{
      Field{"direction",
            &S::direction,
            {.role = Role::Mnemonic, .rule = "SHIFT-1", .count = 2, .names = kShiftDirections}},
      Field{"isUnsigned", &S::isUnsigned, {.role = Role::Optional, .rule = "SHIFT-1", .count = 2, .names = kUnsigned}},
      Field{"wraps", &S::wraps, {.role = Role::Optional, .rule = "SHIFT-2", .count = 2, .names = kShiftWraps}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "SHIFT-3", .immediateBits = 20, .isSigned = true}}};
};
template <class In> struct FieldsOf<ShiftModifiersIn<In>> {
  using S = ShiftModifiersIn<In>;
  static constexpr Fields list{Field{"direction", &S::direction, {.rule = "SHIFT-1", .count = 2}},
                               Field{"isUnsigned", &S::isUnsigned, {.rule = "SHIFT-1", .count = 2}},
                               Field{"wraps", &S::wraps, {.rule = "SHIFT-2", .count = 2}}};
};

} // namespace warplaw::spec
