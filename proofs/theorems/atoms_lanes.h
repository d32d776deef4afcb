// Machines of a few lanes, for replays of ATOMS's laws.
#pragma once
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {

/// Where a lane goes, what it gives, and what stands there before, if that is said.
struct AtomsLane {
  std::uint32_t address;
  std::uint64_t operand, swap = 0;
  std::optional<std::uint64_t> held = {};
};
/// As a witness says of address, operand, swap and old, whose names end so.
AtomsLane laneOf(const Assignment& witness, std::string_view suffix = "");
/// Lanes 0, 1 and so on, in as much memory as they need.
AtomsRun runOf(AtomsSize size, const std::vector<AtomsLane>& lanes);

} // namespace warplaw::proofs::atoms
