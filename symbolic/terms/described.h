// The world of terms for spec/'s structures: the same structure, each cell a term.
#pragma once
#include "spec/fields.h"
#include "symbolic/terms/term.h"
#include <cstring>
#include <functional>

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

/// Visits every cell of a structure of terms, with its place in the structure of words. The walk is the same whoever
/// visits, so that compilers make one of it: a walk for each visitor was half of what the proofs were compiled to.
template <class S>
  requires(!std::is_const_v<S>)
void eachTerm(S& structure, const std::function<void(const spec::CellPlace&, Term&)>& visit) {
  const spec::InWorld<S, spec::Words> layout{};
  spec::eachCell([&](const spec::CellPlace& place, const auto&, Term& cell) { visit(place, cell); }, layout, structure);
}
template <class S>
void eachTerm(const S& structure, const std::function<void(const spec::CellPlace&, const Term&)>& visit) {
  eachTerm(const_cast<S&>(structure), std::function<void(const spec::CellPlace&, Term&)>(visit));
}

/// A structure whose every cell is a variable, named by prefix and path: "before.row[0][7]".
template <class S> S variables(Terms& terms, std::string_view prefix = "") {
  S structure;
  eachTerm(structure, [&](const spec::CellPlace& place, Term& cell) {
    cell = terms.variable(place.bits, std::string(prefix).append(place.name));
  });
  return structure;
}

/// A structure whose every cell is a constant.
template <class S> spec::InWorld<S, AsTerms> constants(Terms& terms, const S& structure) {
  static_assert(std::same_as<S, spec::InWorld<S, spec::Words>>);
  spec::InWorld<S, AsTerms> all;
  eachTerm(all, [&](const spec::CellPlace& place, Term& cell) {
    std::uint64_t value = 0; // of fewer bytes its first ones: words lie in memory with the least byte first
    std::memcpy(&value, reinterpret_cast<const std::byte*>(&structure) + place.offset, place.bytes);
    cell = terms.constant(place.bits, value);
  });
  return all;
}

/// And back.
template <class S> spec::InWorld<S, spec::Words> wordsIn(const S& constants) {
  spec::InWorld<S, spec::Words> words{};
  eachTerm(constants, [&](const spec::CellPlace& place, const Term& cell) {
    const auto value = static_cast<std::uint64_t>(cell.value());
    std::memcpy(reinterpret_cast<std::byte*>(&words) + place.offset, &value, place.bytes);
  });
  return words;
}

} // namespace warplaw::symbolic
