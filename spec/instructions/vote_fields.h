// VOTE's structures as data (VOTE-1..3).
#pragma once
#include "spec/instructions/vote.h"
#include "spec/operand_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kVoteModes[] = {"ALL", "ANY", "EQ"};

template <class In> struct FieldsOf<VoteFormIn<In>> {
  using S = VoteFormIn<In>;
  static constexpr Fields list{
      Field{"mode", &S::mode, {.role = Role::Modifier, .rule = "VOTE-2", .count = 3, .names = kVoteModes}},
      Field{"rd", &S::rd, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"pu", &S::pu, {.role = Role::Destination, .rule = "MACH-3"}},
      Field{"pp", &S::pp, {.role = Role::Source, .rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<VoteModifiersIn<In>> {
  static constexpr Fields list{Field{"mode", &VoteModifiersIn<In>::mode, {.rule = "VOTE-2", .count = 3}}};
};

} // namespace warplaw::spec
