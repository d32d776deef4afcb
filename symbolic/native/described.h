// spec/'s structures of terms as slots of functions on memory.
#pragma once
#include "symbolic/native/native.h"
#include "symbolic/terms/described.h"

namespace warplaw::native {

/// Every cell of the structure, in buffer `buffer` that holds it as words. With `unless` given, only cells that differ
/// from it.
template <class S>
void addSlots(std::vector<Slot>& slots, const S& structure, unsigned buffer, const S* unless = nullptr) {
  std::vector<Term> same;
  if (unless)
    symbolic::eachTerm(*unless, [&](const spec::CellPlace&, const Term& term) { same.push_back(term); });
  symbolic::eachTerm(structure, [&, next = std::size_t{0}](const spec::CellPlace& place, const Term& term) mutable {
    if (!unless || !term.same(same[next++]))
      slots.push_back({term, buffer, place.offset, static_cast<unsigned>(place.bytes)});
  });
}

} // namespace warplaw::native
