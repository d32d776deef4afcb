// PMTRIG's structures as data (PM-1, PM-2).
#pragma once
#include "spec/instructions/pmtrig.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<PmtrigFormIn<In>> {
  static constexpr Fields list{
      Field{"mask", &PmtrigFormIn<In>::mask, {.role = Role::Source, .rule = "PM-2", .immediateBits = 16}}};
};
template <class In> struct FieldsOf<PmtrigModifiersIn<In>> {
  static constexpr Fields list{Field{"mask", &PmtrigModifiersIn<In>::mask, {.rule = "PM-2", .count = 1u << 16}}};
};

} // namespace warplaw::spec
