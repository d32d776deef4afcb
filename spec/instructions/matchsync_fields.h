// match.sync's structures as data (SYNC-4).
#pragma once
#include "spec/instructions/matchsync.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kMatchsyncModes[] = {"match.any.sync", "match.all.sync"};
inline constexpr std::string_view kMatchsyncTypes[] = {"b32", "b64"};

template <class In> struct FieldsOf<MatchsyncFormIn<In>> {
  using S = MatchsyncFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Mnemonic, .rule = "SYNC-4", .count = 2, .names = kMatchsyncModes}},
      Field{"type", &S::type, {.role = Role::Modifier, .rule = "SYNC-4", .count = 2, .names = kMatchsyncTypes}},
      Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-4")},
      Field{"pd", &S::pd, ptxJoined("SYNC-4")},
      Field{"ra", &S::ra, ptxOperand(Role::Source, "SYNC-4")},
      Field{"membermask", &S::membermask, ptxMembermask()}};
};
template <class In> struct FieldsOf<MatchsyncModifiersIn<In>> {
  using S = MatchsyncModifiersIn<In>;
  static constexpr Fields list{Field{"mode", &S::mode, {.rule = "SYNC-4", .count = 2}},
                               Field{"type", &S::type, {.rule = "SYNC-4", .count = 2}}};
};

} // namespace warplaw::spec
