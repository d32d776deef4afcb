// The surroundings as data: the memories that a case file may name, each with the rule that limits it (ATOMS-4).
#pragma once
#include "spec/fields.h"
#include "spec/surroundings.h"

namespace warplaw::spec {

template <> struct FieldsOf<Surroundings> {
  /// count - 1: the most bytes that may be allocated.
  static constexpr std::tuple list{
      Field{"shared", &Surroundings::shared, {.rule = "ATOMS-4", .count = kMaxSharedBytes + 1}}};
};
static_assert(detail::listsItsMembers<Surroundings>(), "FieldsOf lists other members");

} // namespace warplaw::spec
