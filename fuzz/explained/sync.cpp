#include "fuzz/explained/sync.h"
#include "spec/instructions/sync.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
using spec::kLanes;
namespace rows = spec::sync_rows;

std::vector<unsigned> lanesOf(std::uint32_t mask) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      lanes.push_back(lane);
  return lanes;
}

PlainGroups groupsPlainly(const spec::Operands& operands, const spec::ExitedLanes& exited, bool overlapIsDefined) {
  PlainGroups groups;
  const std::uint32_t* mask = operands.row[rows::kMask];
  const std::vector<unsigned> executing = lanesOf(operands.exec);
  for (const unsigned lane : executing) {
    for (const unsigned member : lanesOf(mask[lane]))
      if (operands.exec >> member & 1 || !(exited.lanes >> member & 1)) // what executes has not exited
        groups.part[lane].push_back(member);
    std::string& why = groups.why[lane];
    if (!(mask[lane] >> lane & 1))
      why = "not in its own mask";
    for (const unsigned member : groups.part[lane]) {
      if (why.empty() && !(operands.exec >> member & 1))
        why = fmt::format("lane {} is not here", member);
      if (why.empty() && mask[member] != mask[lane])
        why = fmt::format("lane {} names others", member);
    }
    for (const unsigned other : executing) {
      if (why.empty() && mask[other] == mask[lane] && !(mask[lane] >> other & 1))
        why = fmt::format("lane {} names it, too", other);
      if (why.empty() && !overlapIsDefined && mask[other] != mask[lane] && mask[other] & mask[lane])
        why = fmt::format("shares lanes with {}'s", other);
    }
    groups.isDefined = groups.isDefined && why.empty();
  }
  return groups;
}

Explanation explainGroups(const spec::Operands& operands, const spec::SurroundingCells& cells, bool overlapIsDefined) {
  const PlainGroups groups = groupsPlainly(operands, cells.exited, overlapIsDefined);
  Explanation explanation{{{"group", {}}}, 0};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    std::uint32_t part = 0;
    for (const unsigned member : groups.part[lane])
      part |= 1u << member;
    explanation.columns[0].text[lane] = !groups.why[lane].empty() ? "undefined: " + groups.why[lane]
                                        : groups.isDefined        ? fmt::format("{:#x}", part)
                                                                  : "undefined by others";
    explanation.lanesRead |= part;
  }
  return explanation;
}

} // namespace warplaw::fuzz
