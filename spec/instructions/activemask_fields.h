// activemask's structures as data (SYNC-6).
#pragma once
#include "spec/instructions/activemask.h"
#include "spec/instructions/sync_fields.h"

namespace warplaw::spec {

inline constexpr std::string_view kActivemaskTypes[] = {"b32"};

template <class In> struct FieldsOf<ActivemaskFormIn<In>> {
  using S = ActivemaskFormIn<In>;
  static constexpr Fields list{
      Field{"type", &S::type, {.role = Role::Modifier, .rule = "SYNC-6", .count = 1, .names = kActivemaskTypes}},
      Field{"rd", &S::rd, ptxOperand(Role::Destination, "SYNC-6")}};
};
template <class In> struct FieldsOf<ActivemaskModifiersIn<In>> {
  static constexpr Fields<> list{};
};

} // namespace warplaw::spec
