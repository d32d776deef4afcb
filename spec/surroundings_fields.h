// The surroundings as data: the memories that a case file may name, each with the rule that limits it (ATOMS-4), and
// the cells.
#pragma once
#include "spec/surrounding_cells_fields.h"
#include "spec/surroundings.h"

namespace warplaw::spec {

template <> struct FieldsOf<Surroundings> {
  /// Of a memory, count - 1: the most bytes that may be allocated.
  static constexpr std::tuple list{
      Field{"shared", &Surroundings::shared, {.rule = "ATOMS-4", .count = kMaxSharedBytes + 1}},
      Field{"cells", &Surroundings::cells, {}}};
};
static_assert(detail::listsItsMembers<Surroundings>(), "FieldsOf lists other members");

/// Calls f(field, number of the memory) for each memory.
template <class F> constexpr void eachMemory(F&& f) {
  std::size_t number = 0;
  const auto one = [&]<class Member>(const Field<Surroundings, Member>& field) {
    if constexpr (std::same_as<Member, SharedMemory>)
      f(field, number++);
  };
  std::apply([&](const auto&... field) { (one(field), ...); }, FieldsOf<Surroundings>::list);
}

inline constexpr std::size_t kMemories = [] {
  std::size_t count = 0;
  eachMemory([&](const auto&, std::size_t) { ++count; });
  return count;
}();

} // namespace warplaw::spec
