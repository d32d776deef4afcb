// Structures of words as data: see layout.h.
#include "spec/layout.h"

namespace warplaw::spec {

void Layout::add(const CellPlace& place) {
  names_.push_back(std::make_unique<const std::string>(place.name));
  cells_.push_back(place);
  cells_.back().name = *names_.back();
}

} // namespace warplaw::spec
