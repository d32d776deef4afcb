// The world of terms for spec/'s structures: the same structure, each cell a term.
#pragma once
#include "spec/fields.h"
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

/// A cell is a term as wide as its storage; a bool is a truth value.
struct AsTerms {
  template <class T> using Cell = Term;
  template <class T, std::size_t N> using Array = std::array<T, N>;
  template <class T> static Term initial(T) { return {}; }
  static std::array<Term, spec::kLanes> laneNumbers() { return {}; }
  template <class T> static std::array<Term, spec::kLanes> everywhere(T) { return {}; }
};

template <class T> using PerLane = std::array<T, spec::kLanes>;

/// A structure whose every cell is a variable, named by prefix and path: "before.row[0][7]".
template <class S> S variables(Terms& terms, std::string_view prefix = "") {
  S structure;
  const spec::InWorld<S, spec::Words> layout{};
  spec::eachCell([&](const spec::CellPlace& place, const auto&,
                     Term& cell) { cell = terms.variable(place.bits, std::string(prefix).append(place.name)); },
                 layout, structure);
  return structure;
}

/// A structure whose every cell is a constant.
template <class S> spec::InWorld<S, AsTerms> constants(Terms& terms, const S& structure) {
  spec::InWorld<S, AsTerms> all;
  spec::eachCell([&](const spec::CellPlace& place, const auto& value,
                     Term& cell) { cell = terms.constant(place.bits, static_cast<Bits>(value)); },
                 structure, all);
  return all;
}

} // namespace warplaw::symbolic
