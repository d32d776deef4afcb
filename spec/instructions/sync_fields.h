// The .sync forms' common choices and operands as data (SYNC-1).
#pragma once
#include "spec/instructions/sync.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

template <class In, Mnemonic whose> struct FieldsOf<SyncChoicesIn<In, whose>> {
  using S = SyncChoicesIn<In, whose>;
  static constexpr Fields list{
      Field{"any", &S::any, {.role = Role::Choice, .rule = "SYNC-1"}},
      Field{"anyPredicate", &S::anyPredicate, {.role = Role::Choice, .rule = "SYNC-1", .isLaneMask = true}},
      Field{"overlapIsDefined", &S::overlapIsDefined, {.role = Role::Choice, .rule = "SYNC-1", .count = 2}}};
};

/// An operand of PTX text; `rule` is the instruction's own.
consteval About ptxOperand(Role role, std::string_view rule) {
  return {.role = role, .rule = rule, .immediateBits = 32, .isPtx = true};
}
consteval About ptxMembermask() {
  return {.role = Role::Source, .rule = "SYNC-1", .immediateBits = 32, .isLaneMask = true, .isPtx = true};
}
/// `d|p`: the predicate behind a register.
consteval About ptxJoined(std::string_view rule) {
  return {.role = Role::Destination, .rule = rule, .isPtx = true, .isJoined = true};
}
consteval About ptxPair(std::string_view rule) {
  return {.role = Role::Source, .rule = rule, .isPtx = true, .isPair = true};
}

} // namespace warplaw::spec
