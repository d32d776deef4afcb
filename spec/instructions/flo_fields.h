// FLO's structures as data (FLO-1..3).
#pragma once
#include "spec/instructions/flo.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kFloShifts[] = {"", "SH"};

template <class In> struct FieldsOf<FloFormIn<In>> {
  using S = FloFormIn<In>;
  static constexpr Fields list{
      Field{"isUnsigned", &S::isUnsigned, {.role = Role::Optional, .rule = "FLO-1", .count = 2, .names = kUnsigned}},
      Field{"asShift", &S::asShift, {.role = Role::Optional, .rule = "FLO-2", .count = 2, .names = kFloShifts}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "FLO-3", .immediateBits = 20, .isSigned = true, .sign = '~'}}};
};
template <class In> struct FieldsOf<FloModifiersIn<In>> {
  using S = FloModifiersIn<In>;
  static constexpr Fields list{Field{"isUnsigned", &S::isUnsigned, {.rule = "FLO-1", .count = 2}},
                               Field{"asShift", &S::asShift, {.rule = "FLO-2", .count = 2}},
                               Field{"inverts", &S::inverts, {.rule = "FLO-1", .count = 2}}};
};

} // namespace warplaw::spec
