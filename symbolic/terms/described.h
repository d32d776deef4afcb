// The world of terms for spec/'s structures: the same structure, each cell a term.
#pragma once
#include "spec/layout.h"
#include "symbolic/terms/term.h"
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

/// The cells of a structure of terms, in the order of its layout: they lie one after the other.
template <class S> std::span<Term> asCells(S& structure) {
  if constexpr (std::is_empty_v<S>) {
    return {};
  } else {
    static_assert(sizeof(S) % sizeof(Term) == 0);
    return {reinterpret_cast<Term*>(&structure), sizeof(S) / sizeof(Term)};
  }
}
template <class S> std::span<const Term> asCells(const S& structure) { return asCells(const_cast<S&>(structure)); }
/// Where they lie in the structure of words.
template <class S> const spec::Layout& wordsLayoutOf() { return spec::layoutOf<spec::InWorld<S, spec::Words>>(); }

using TermVisitor = std::function<void(const spec::CellPlace&, Term&)>;
using ConstTermVisitor = std::function<void(const spec::CellPlace&, const Term&)>;
void eachTerm(const spec::Layout& layout, std::span<Term> cells, const TermVisitor& visit);
void eachTerm(const spec::Layout& layout, std::span<const Term> cells, const ConstTermVisitor& visit);

/// Visits every cell of a structure of terms, with its place in the structure of words.
template <class S>
  requires(!std::is_const_v<S>)
void eachTerm(S& structure, const TermVisitor& visit) {
  eachTerm(wordsLayoutOf<S>(), asCells(structure), visit);
}
template <class S> void eachTerm(const S& structure, const ConstTermVisitor& visit) {
  eachTerm(wordsLayoutOf<S>(), asCells(structure), visit);
}

void setVariables(Terms& terms, std::string_view prefix, const spec::Layout& layout, std::span<Term> cells);
std::vector<Term> variableCells(Terms& terms, std::string_view prefix, const spec::Layout& layout);
void setConstants(Terms& terms, const void* words, const spec::Layout& layout, std::span<Term> cells);
void setWords(std::span<const Term> constants, const spec::Layout& layout, void* words);

/// A structure whose every cell is a variable, named by prefix and path: "before.row[0][7]".
template <class S> S variables(Terms& terms, std::string_view prefix = "") {
  S structure;
  setVariables(terms, prefix, wordsLayoutOf<S>(), asCells(structure));
  return structure;
}

/// A structure whose every cell is a constant.
template <class S> spec::InWorld<S, AsTerms> constants(Terms& terms, const S& structure) {
  static_assert(std::same_as<S, spec::InWorld<S, spec::Words>>);
  spec::InWorld<S, AsTerms> all;
  setConstants(terms, &structure, spec::layoutOf<S>(), asCells(all));
  return all;
}

/// And back.
template <class S> spec::InWorld<S, spec::Words> wordsIn(const S& constants) {
  spec::InWorld<S, spec::Words> words{};
  setWords(asCells(constants), wordsLayoutOf<S>(), &words);
  return words;
}

} // namespace warplaw::symbolic
