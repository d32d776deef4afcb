// FADD's structures as data (FADD-1).
#pragma once
#include "spec/instructions/fadd.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<FaddFormIn<In>> {
  using S = FaddFormIn<In>;
  static constexpr Fields list{Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
                               Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
                               Field{"rb", &S::rb, {.role = Role::Source, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<FaddModifiersIn<In>> {
  using S = FaddModifiersIn<In>;
  static constexpr About kFlag{.rule = "FADD-1", .count = 2};
  static constexpr Fields list{Field{"negatesA", &S::negatesA, kFlag}, Field{"negatesB", &S::negatesB, kFlag}};
};

} // namespace warplaw::spec
