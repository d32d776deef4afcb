// What explains the .sync forms: groups, a third time and in plain integers, or why there are none (SYNC-1).
#pragma once
#include "fuzz/readers.h"

namespace warplaw::fuzz {

/// Groups as lists of lanes, from the rules alone.
struct PlainGroups {
  bool isDefined = true;
  std::array<std::vector<unsigned>, spec::kLanes> part; ///< of each executing lane: the live members of its mask
  std::array<std::string, spec::kLanes> why;            ///< "not in its own mask", or empty
};
PlainGroups groupsPlainly(const spec::Operands& operands, const spec::ExitedLanes& exited, bool overlapIsDefined);

/// The column "group" of a lane table: the part in hexadecimal, or why there is none.
Explanation explainGroups(const spec::Operands& operands, const spec::SurroundingCells& cells, bool overlapIsDefined);

/// Columns of a .sync form that has no others.
template <class Modifiers, class Choices>
  requires requires(Choices choices) { choices.overlapIsDefined; }
Explanation explained(const Modifiers&, const spec::Operands& operands, const Choices& choices, std::uint32_t,
                      const spec::SurroundingCells& cells) {
  return explainGroups(operands, cells, choices.overlapIsDefined);
}

/// Lanes as a list.
std::vector<unsigned> lanesOf(std::uint32_t mask);

} // namespace warplaw::fuzz
