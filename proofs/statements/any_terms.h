// A structure of terms without its type. Code that is compiled once for all instructions handles forms, modifiers,
// choices and parts of the surroundings so; the functions that it hands them to know the types.
#pragma once
#include "proofs/statements/contract.h"
#include <cassert>

namespace warplaw::proofs {

/// The layout of a structure that is handed on so: code that does not know the type takes the number of cells from it.
template <class S> const spec::Layout& wholeLayoutOf() {
  const spec::Layout& layout = symbolic::wordsLayoutOf<S>();
  assert(symbolic::asCells(S()).size() == layout.cells().size() && "it holds its cells and nothing else");
  return layout;
}

class AnyTerms {
public:
  static AnyTerms constants(Terms& terms, const void* words, const spec::Layout& layout);
  static AnyTerms variables(Terms& terms, std::string_view prefix, const spec::Layout& layout);
  /// What an object holds.
  AnyTerms(const lift::Table& object, const spec::Layout& layout);
  /// Cells that are yet to be set.
  explicit AnyTerms(const spec::Layout& layout)
      : layout_(&layout), terms_(layout.cells().size() + 1) {} // a structure without a member is a byte, too

  void* data() { return terms_.data(); }
  const void* data() const { return terms_.data(); }
  lift::Table table(std::string name, bool writable) const;
  /// Replaces what an object holds.
  void setIn(Given& given, unsigned object) const;
  /// The words of a structure whose terms are all constants.
  std::vector<std::byte> words() const;

private:
  std::span<Term> cells() { return std::span(terms_).first(layout_->cells().size()); }
  std::span<const Term> cells() const { return const_cast<AnyTerms&>(*this).cells(); }
  const spec::Layout* layout_;
  std::vector<Term> terms_;
};

} // namespace warplaw::proofs
