// Structures of terms, cell by cell: see described.h.
#include "symbolic/terms/described.h"
#include <cassert>

namespace warplaw::symbolic {

void eachTerm(const spec::Layout& layout, std::span<Term> cells, const TermVisitor& visit) {
  assert(cells.size() == layout.cells().size() && "a structure of terms holds its cells and nothing else");
  for (std::size_t i = 0; i < cells.size(); ++i)
    visit(layout.cells()[i], cells[i]);
}
void eachTerm(const spec::Layout& layout, std::span<const Term> cells, const ConstTermVisitor& visit) {
  assert(cells.size() == layout.cells().size() && "a structure of terms holds its cells and nothing else");
  for (std::size_t i = 0; i < cells.size(); ++i)
    visit(layout.cells()[i], cells[i]);
}

void setVariables(Terms& terms, std::string_view prefix, const spec::Layout& layout, std::span<Term> cells) {
  eachTerm(layout, cells, [&](const spec::CellPlace& place, Term& cell) {
    cell = terms.variable(place.bits, std::string(prefix).append(place.name));
  });
}
std::vector<Term> variableCells(Terms& terms, std::string_view prefix, const spec::Layout& layout) {
  std::vector<Term> cells(layout.cells().size());
  setVariables(terms, prefix, layout, cells);
  return cells;
}
void setConstants(Terms& terms, const void* words, const spec::Layout& layout, std::span<Term> cells) {
  eachTerm(layout, cells, [&](const spec::CellPlace& place, Term& cell) {
    cell = terms.constant(place.bits, spec::cellOf(words, place));
  });
}
void setWords(std::span<const Term> constants, const spec::Layout& layout, void* words) {
  eachTerm(layout, constants, [&](const spec::CellPlace& place, const Term& cell) {
    spec::setCell(words, place, static_cast<std::uint64_t>(cell.value()));
  });
}

} // namespace warplaw::symbolic
