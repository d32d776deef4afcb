// SEL's structures as data (SEL-2).
#pragma once
#include "spec/instructions/sel.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<SelFormIn<In>> {
  using S = SelFormIn<In>;
  static constexpr Fields list{
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"ra", &S::ra, {.role = Role::Source, .rule = "MACH-3"}},
      Field{"rb", &S::rb, {.role = Role::Source, .rule = "SEL-2", .immediateBits = 20, .isSigned = true}},
      Field{"pp", &S::pp, {.role = Role::Source, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<SelModifiersIn<In>> {
  static constexpr Fields<> list{};
};

} // namespace warplaw::spec
