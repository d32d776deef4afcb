// spec/'s structures where proofs need them: as the lifter's tables, read back as terms, and as the values of a
// witness. All of it follows from the lists of fields.
#pragma once
#include "proofs/statements/lifting.h"
#include "symbolic/terms/described.h"

namespace warplaw::proofs {
using symbolic::AsTerms;
using symbolic::eachTerm;
using symbolic::wordsIn;

/// A member's cell as it is stored, and back: of one that fills its storage the term itself, also where nothing folds
/// (--no-fold), so that an input stays the variable that it is.
Term asStored(Term cell, unsigned bits);
Term asLoaded(Term cell, unsigned bits);

/// A structure of terms as it lies in memory. Members that lie together are one field, so that a symbolic index over
/// them is an index over cells.
lift::Table tableOf(std::string name, const spec::Layout& layout, std::span<const Term> cells, bool writable);
template <class S> lift::Table tableOf(std::string name, const S& structure, bool writable = false) {
  return tableOf(std::move(name), symbolic::wordsLayoutOf<S>(), symbolic::asCells(structure), writable);
}
/// One whose cells are variables, named prefix + path.
lift::Table variableTable(Terms& terms, std::string name, const spec::Layout& layout, std::string_view prefix,
                          bool writable);

/// Whose terms a table holds.
inline Terms& termsOf(const lift::Table& table) { return table.fields.at(0).cells.at(0).bits.terms(); }

/// What an object holds as cells of terms (poison left aside); `offset`: where the structure begins.
void readCells(const lift::Table& table, std::uint64_t offset, const spec::Layout& layout, std::span<Term> cells);
template <class S> S structureIn(const lift::Table& table, std::uint64_t offset = 0) {
  S structure;
  readCells(table, offset, symbolic::wordsLayoutOf<S>(), symbolic::asCells(structure));
  return structure;
}

/// Sets those cells of a structure of words that a witness gives to variables<S>(terms, prefix).
void setFrom(const Assignment& witness, std::string_view prefix, const spec::Layout& layout, void* words);
/// The structure of words that a witness says; what it does not name is 0.
template <class S> S valueFrom(const Assignment& witness, std::string_view prefix = "") {
  S value{};
  setFrom(witness, prefix, spec::layoutOf<S>(), &value);
  return value;
}

/// And back.
Assignment assignmentOf(const void* words, const spec::Layout& layout, std::string_view prefix);
template <class S> Assignment assignmentOf(const S& value, std::string_view prefix = "") {
  return assignmentOf(&value, spec::layoutOf<S>(), prefix);
}

/// What every cell of object `object` is afterwards: one group a lane, with the lane's own cells and its bits of masks;
/// what belongs to no lane in the group "others".
std::vector<Group> groupsOf(unsigned object, const spec::Layout& layout, std::span<const Term> after);
template <class S> std::vector<Group> groupsOf(unsigned object, const S& after) {
  return groupsOf(object, symbolic::wordsLayoutOf<S>(), symbolic::asCells(after));
}
/// The same of what an object holds.
std::vector<Group> groupsOf(unsigned object, const spec::Layout& layout, const lift::Table& after);

} // namespace warplaw::proofs
