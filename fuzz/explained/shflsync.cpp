#include "fuzz/explained/shflsync.h"
#include "fuzz/explained/shfl.h"
#include "fuzz/explained/sync.h"
#include <algorithm>

namespace warplaw::fuzz {

Explanation explained(const spec::ShflsyncModifiers& modifiers, const spec::Operands& operands,
                      const spec::ShflsyncChoices& choices, std::uint32_t, const spec::SurroundingCells& cells) {
  Explanation all = explainGroups(operands, cells, choices.overlapIsDefined);
  const PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
  LaneColumn reads{"reads lane", {}};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    const ShflSourcePlain source = shflSourcePlainly(
        static_cast<spec::ShflMode>(modifiers.mode), static_cast<int>(lane),
        operands.row[spec::shflsync_rows::kLane][lane], operands.row[spec::shflsync_rows::kRange][lane]);
    const auto from = static_cast<unsigned>(source.lane);
    reads.text[lane] = !source.inRange                               ? "out of range" // SHFL-6: its own
                       : from == lane                                ? "own"
                       : std::ranges::count(groups.part[lane], from) ? std::to_string(from)
                                                                     : std::to_string(from) + " (not in it)";
    all.lanesRead |= 1u << from;
  }
  all.columns.push_back(std::move(reads));
  return all;
}

} // namespace warplaw::fuzz
