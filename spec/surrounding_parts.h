// The parts of the surroundings that are cells, found by their type: where they stand among all cells, and what they
// are called there.
#pragma once
#include "spec/surrounding_cells_fields.h"
#include <cassert>
#include <cstddef>

namespace warplaw::spec {

namespace detail {
/// Calls f(field) for the one field of SurroundingCells that is a Part.
template <class Part, class F> void withPart(F&& f) {
  const auto one = [&](const auto& field) {
    using Member = std::remove_cvref_t<decltype(std::declval<SurroundingCells>().*field.member)>;
    if constexpr (std::same_as<Member, Part>)
      f(field);
  };
  withFields<SurroundingCells>([&](const auto&... field) { (one(field), ...); });
}
} // namespace detail

/// Part: SpecialInputs, Counters or Barriers; of constant cells a constant one.
template <class Part, class Cells> auto& partIn(Cells& cells) {
  std::conditional_t<std::is_const_v<Cells>, const Part, Part>* found = nullptr;
  detail::withPart<Part>([&](const auto& field) { found = &(cells.*field.member); });
  assert(found);
  return *found;
}
/// At which byte of all cells it begins.
template <class Part> std::size_t partAt() {
  static const SurroundingCells kSample;
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&partIn<Part>(kSample)) -
                                  reinterpret_cast<const std::byte*>(&kSample));
}
/// "inputs"
template <class Part> std::string partName() {
  std::string name;
  detail::withPart<Part>([&](const auto& field) { name = std::string(field.name); });
  return name;
}

/// Does some instruction change the part of that name?
inline bool mayChange(std::string_view part) {
  bool changes = false;
  const auto one = [&](const auto& field) {
    changes = changes || (field.name == part && field.about.role != Role::Source);
  };
  withFields<SurroundingCells>([&](const auto&... field) { (one(field), ...); });
  return changes;
}

} // namespace warplaw::spec
