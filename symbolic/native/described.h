// spec/'s structures of terms as slots of functions on memory.
#pragma once
#include "symbolic/native/native.h"
#include "symbolic/terms/described.h"

namespace warplaw::native {

/// Every cell of the structure, in buffer `buffer` that holds it as words. With `unless` given, only cells that differ
/// from it.
inline void addSlots(std::vector<Slot>& slots, const spec::Layout& layout, std::span<const Term> cells, unsigned buffer,
                     std::span<const Term> unless = {}) {
  std::size_t next = 0;
  symbolic::eachTerm(layout, cells, [&](const spec::CellPlace& place, const Term& term) {
    if (unless.empty() || !term.same(unless[next++]))
      slots.push_back({term, buffer, place.offset, static_cast<unsigned>(place.bytes)});
  });
}
template <class S>
void addSlots(std::vector<Slot>& slots, const S& structure, unsigned buffer, const S* unless = nullptr) {
  addSlots(slots, symbolic::wordsLayoutOf<S>(), symbolic::asCells(structure), buffer,
           unless ? symbolic::asCells(*unless) : std::span<const Term>());
}

} // namespace warplaw::native
