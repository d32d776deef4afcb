// shfl.sync's structures as data (SYNC-2).
#pragma once
#include "spec/instructions/shflsync.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kShflsyncModes[] = {"idx", "up", "down", "bfly"};
inline constexpr std::string_view kShflsyncTypes[] = {"b32"};

template <class In> struct FieldsOf<ShflsyncFormIn<In>> {
  using S = ShflsyncFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Modifier, .rule = "SYNC-2", .count = 4, .names = kShflsyncModes}},
      Field{"type", &S::type, {.role = Role::Modifier, .rule = "SYNC-2", .count = 1, .names = kShflsyncTypes}},
      Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-2")},
      Field{"pd", &S::pd, ptxJoined("SYNC-2")},
      Field{"ra", &S::ra, ptxOperand(Role::Source, "SYNC-2")},
      Field{"rb", &S::rb, ptxOperand(Role::Source, "SYNC-2")},
      Field{"rc", &S::rc, ptxOperand(Role::Source, "SYNC-2")},
      Field{"membermask", &S::membermask, ptxMembermask()}};
};
template <class In> struct FieldsOf<ShflsyncModifiersIn<In>> {
  static constexpr Fields list{Field{"mode", &ShflsyncModifiersIn<In>::mode, {.rule = "SYNC-2", .count = 4}}};
};

} // namespace warplaw::spec
