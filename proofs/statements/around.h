// Parts of the surroundings that are cells (spec/surroundings.h), as contracts see them: a datapath and its entry read
// or change them, and the contract says that everything else stays as it was.
#pragma once
#include "proofs/statements/any_terms.h"
#include "spec/surrounding_cells.h"

namespace warplaw::proofs {

struct AroundKind {
  std::string name; ///< among all cells: "inputs"
  const spec::Layout* layout;
  std::size_t at; ///< in spec::SurroundingCells
  Term (*isLegal)(const void* terms);
  std::byte* in(spec::SurroundingCells& cells) const { return reinterpret_cast<std::byte*>(&cells) + at; }
};
/// Each part that is cells has one; around.cpp lists them.
template <class Words> const AroundKind& aroundKind();

struct AroundPart {
  const AroundKind* kind = nullptr;
  bool changes = false;
  Parameter parameter() const;
  Term isLegal(const lift::Table& table) const { return kind->isLegal(AnyTerms(table, *kind->layout).data()); }
  /// Variables for the value of a part that is changed, after the call.
  lift::Table after(Terms& terms) const;
};

template <template <class> class S> struct Reads {
  using Value = S<AsTerms>;
  using Argument = const Value&; ///< of an encoding
  static AroundPart part() { return {&aroundKind<S<spec::Words>>(), false}; }
  static Parameter parameter() { return part().parameter(); }
};

template <template <class> class S> struct Changes {
  using Value = S<AsTerms>;
  using Argument = Value&; ///< before in, after out
  static AroundPart part() { return {&aroundKind<S<spec::Words>>(), true}; }
  static Parameter parameter() { return part().parameter(); }
};

} // namespace warplaw::proofs
