// POPC's structures as data (POPC-1, POPC-2).
#pragma once
#include "spec/instructions/popc.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<PopcFormIn<In>> {
  using S = PopcFormIn<In>;
  static constexpr Fields list{
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{
          "rb", &S::rb, {.role = Role::Source, .rule = "POPC-2", .immediateBits = 20, .isSigned = true, .sign = '~'}}};
};
template <class In> struct FieldsOf<PopcModifiersIn<In>> {
  static constexpr Fields list{Field{"inverts", &PopcModifiersIn<In>::inverts, {.rule = "POPC-1", .count = 2}}};
};

} // namespace warplaw::spec
