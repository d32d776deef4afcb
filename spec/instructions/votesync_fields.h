// vote.sync's structures as data (SYNC-3).
#pragma once
#include "spec/instructions/sync_fields.h"
#include "spec/instructions/votesync.h"

namespace warplaw::spec {

inline constexpr std::string_view kVotesyncModes[] = {"all", "any", "uni", "ballot"};
inline constexpr std::string_view kVotesyncTypes[] = {"pred", "b32"};

template <class In> struct FieldsOf<VotesyncFormIn<In>> {
  using S = VotesyncFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Modifier, .rule = "SYNC-3", .count = 4, .names = kVotesyncModes}},
      Field{"type", &S::type, {.role = Role::Modifier, .rule = "SYNC-3", .count = 2, .names = kVotesyncTypes}},
      Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-3")},
      Field{"pd", &S::pd, ptxOperand(Role::Destination, "SYNC-3")},
      Field{"pa", &S::pa, ptxOperand(Role::Source, "SYNC-3")},
      Field{"membermask", &S::membermask, ptxMembermask()}};
};
template <class In> struct FieldsOf<VotesyncModifiersIn<In>> {
  static constexpr Fields list{Field{"mode", &VotesyncModifiersIn<In>::mode, {.rule = "SYNC-3", .count = 4}}};
};

} // namespace warplaw::spec
