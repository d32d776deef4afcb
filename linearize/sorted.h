// A history by (warp, number, lane): all that the checker does goes by index, and answers shall not depend on the place
// in the file.
#pragma once
#include "linearize/history.h"

namespace warplaw::linearize {

bool isSorted(const History& history);

/// Sorts the history where it stands; every lane stands once in its instruction (validate). Which access of the history
/// as it was now stands at each place.
std::vector<std::uint32_t> sortByName(History& history);

/// Keeps its memory between calls.
class SortedHistory {
public:
  const History& sort(const History& history) {
    sorted_ = history;
    accesses_ = sortByName(sorted_);
    return sorted_;
  }
  /// Which access of the history that was sorted last stands at this place.
  std::uint32_t accessAt(std::uint32_t place) const { return accesses_[place]; }

private:
  History sorted_;
  std::vector<std::uint32_t> accesses_;
};

} // namespace warplaw::linearize
