// BAR's structures as data (BAR-1, -3, -4).
#pragma once
#include "spec/instructions/bar.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kBarOps[] = {"SYNC", "ARRIVE", "RED.POPC", "RED.AND", "RED.OR"};
inline constexpr std::pair<std::string_view, unsigned> kBarOpAliases[] = {
    {"ARV", 1}, {"SYNC.DEFER_BLOCKING", 0}}; // the latter is what the assembler has since Volta

template <class In> struct FieldsOf<BarFormIn<In>> {
  using S = BarFormIn<In>;
  static constexpr Fields list{
      Field{"op",
            &S::op,
            {.role = Role::Modifier, .rule = "BAR-2", .count = 5, .names = kBarOps, .aliases = kBarOpAliases}},
      Field{"id", &S::id, {.role = Role::Source, .rule = "BAR-4", .immediateBits = 4}},
      Field{"threads", &S::threads, {.role = Role::Source, .rule = "BAR-4", .immediateBits = 12}},
      Field{"pp", &S::pp, {.role = Role::Source, .rule = "BAR-1"}}};
};
template <class In> struct FieldsOf<BarModifiersIn<In>> {
  using S = BarModifiersIn<In>;
  static constexpr Fields list{Field{"op", &S::op, {.rule = "BAR-2", .count = 5}}};
};
template <class In> struct FieldsOf<BarChoicesIn<In>> {
  using S = BarChoicesIn<In>;
  static constexpr Fields list{
      Field{"outside", &S::outside, {.role = Role::Choice, .rule = "BAR-3", .isLaneMask = true}},
      Field{"outsideIsNeutral", &S::outsideIsNeutral, {.role = Role::Choice, .rule = "BAR-3", .count = 2}},
      Field{"exitedArrive", &S::exitedArrive, {.role = Role::Choice, .rule = "BAR-1", .count = 2}}};
};

} // namespace warplaw::spec
