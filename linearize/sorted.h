// A history by (warp, number, lane): all that the checker does goes by index, and answers shall not depend on the place
// in the file.
#pragma once
#include "linearize/history.h"

namespace warplaw::linearize {

bool isSorted(const History& history);

/// Keeps its memory between calls.
class SortedHistory {
public:
  /// The same history, sorted; every lane stands once in its instruction (validate).
  const History& sort(const History& history);
  /// Which access of the history that was sorted last stands at this place.
  std::uint32_t accessAt(std::uint32_t place) const { return accesses_[place]; }

private:
  History sorted_;
  std::vector<std::uint32_t> accesses_, instructions_, placeOf_;
  std::vector<std::uint32_t> lanes_, starts_; ///< of each instruction: a bit each lane, the place of its first access
};

} // namespace warplaw::linearize
