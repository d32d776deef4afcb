// The surroundings' cells as lists of numbers, part by part: what their JSON and its schema are made from.
#pragma once
#include "spec/surrounding_parts.h"
#include "spec/surroundings_fields.h"
#include <span>
#include <string_view>
#include <vector>

namespace warplaw::spec {

/// A field of a part, as numbers.
struct CellNumbers {
  std::string_view name;
  About about;
  std::size_t first; ///< its first cell's number, in the order of all cells
  std::span<std::uint32_t> values;
  bool isList() const { return values.size() > 1 && values.size() <= kDimensions; }
};

inline std::span<std::uint32_t> numbersOf(std::uint32_t& value) { return {&value, 1}; }
template <std::size_t N> std::span<std::uint32_t> numbersOf(std::uint32_t (&values)[N]) { return values; }

/// Calls f(name of the part, its fields) for each part.
template <class F> void eachPart(SurroundingCells& cells, F&& f) {
  std::size_t next = 0;
  const auto one = [&](const auto& part) {
    std::vector<CellNumbers> fields;
    auto& structure = cells.*part.member;
    const auto add = [&](const auto& field) {
      fields.push_back({field.name, field.about, next, numbersOf(structure.*field.member)});
      next += fields.back().values.size();
    };
    withFields<std::remove_reference_t<decltype(structure)>>([&](const auto&... field) { (add(field), ...); });
    f(part.name, fields);
  };
  withFields<SurroundingCells>([&](const auto&... part) { (one(part), ...); });
}

} // namespace warplaw::spec
