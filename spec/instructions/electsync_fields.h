// elect.sync's structures as data (SYNC-7).
#pragma once
#include "spec/instructions/electsync.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::spec {

template <class In> struct FieldsOf<ElectsyncFormIn<In>> {
  using S = ElectsyncFormIn<In>;
  static constexpr Fields list{Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-7")},
                               Field{"pd", &S::pd, ptxJoined("SYNC-7")},
                               Field{"membermask", &S::membermask, ptxMembermask()}};
};
template <class In> struct FieldsOf<ElectsyncModifiersIn<In>> {
  static constexpr Fields<> list{};
};
template <class In> struct FieldsOf<ElectsyncChoicesIn<In>> {
  using S = ElectsyncChoicesIn<In>;
  static constexpr Fields list{
      Field{"any", &S::any, {.role = Role::Choice, .rule = "SYNC-1"}},
      Field{"anyPredicate", &S::anyPredicate, {.role = Role::Choice, .rule = "SYNC-1", .isLaneMask = true}},
      Field{"overlapIsDefined", &S::overlapIsDefined, {.role = Role::Choice, .rule = "SYNC-1", .count = 2}},
      Field{"exitedIsDefined", &S::exitedIsDefined, {.role = Role::Choice, .rule = "SYNC-7", .count = 2}},
      Field{"preferred", &S::preferred, {.role = Role::Choice, .rule = "SYNC-7", .isLaneMask = true}}};
};

} // namespace warplaw::spec
