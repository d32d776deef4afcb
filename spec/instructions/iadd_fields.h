// IADD's structures as data (IADD-2, IADD-3).
#pragma once
#include "spec/instructions/iadd.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<IaddFormIn<In>> {
  using S = IaddFormIn<In>;
  static constexpr Fields list{
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "IADD-2", .immediateBits = 20, .isSigned = true}}};
};
template <class In> struct FieldsOf<IaddModifiersIn<In>> {
  using S = IaddModifiersIn<In>;
  static constexpr About kFlag{.rule = "IADD-1", .count = 2};
  static constexpr Fields list{Field{"negatesA", &S::negatesA, kFlag}, Field{"negatesB", &S::negatesB, kFlag}};
};

} // namespace warplaw::spec
