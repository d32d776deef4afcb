// LOP's structures as data (LOP-1, LOP-2).
#pragma once
#include "spec/instructions/lop.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kLopOps[] = {"AND", "OR", "XOR", "PASS_B"};

template <class In> struct FieldsOf<LopFormIn<In>> {
  using S = LopFormIn<In>;
  static constexpr Fields list{
      Field{"op", &S::op, {.role = Role::Modifier, .rule = "LOP-1", .count = 4, .names = kLopOps}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3", .sign = '~'}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "LOP-2", .immediateBits = 20, .isSigned = true, .sign = '~'}}};
};
template <class In> struct FieldsOf<LopModifiersIn<In>> {
  using S = LopModifiersIn<In>;
  static constexpr About kFlag{.rule = "LOP-1", .count = 2};
  static constexpr Fields list{Field{"op", &S::op, {.rule = "LOP-1", .count = 4}},
                               Field{"invertsA", &S::invertsA, kFlag}, Field{"invertsB", &S::invertsB, kFlag}};
};

} // namespace warplaw::spec
