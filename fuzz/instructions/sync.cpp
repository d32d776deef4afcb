// Groups of the .sync forms for the fuzzer (SYNC-1): see sync.h.
#include "fuzz/instructions/sync.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
using spec::kLanes;
namespace rows = spec::sync_rows;

namespace {

std::vector<unsigned> lanesOf(std::uint32_t mask) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      lanes.push_back(lane);
  return lanes;
}

} // namespace

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

void drawMasks(spec::Operands& operands, const spec::ExitedLanes& exited, Dice& dice) {
  std::uint32_t* const mask = operands.row[rows::kMask];
  const std::uint32_t gone = exited.lanes & ~operands.exec;
  std::uint32_t left = operands.exec;
  const unsigned style = dice.below(4); // one group, two, many, or one lane each
  while (left) {
    std::uint32_t group = left;
    if (style == 1 || style == 2)
      group &= static_cast<std::uint32_t>(dice.next());
    if (style == 3 || !group)
      group = left & (0u - left);
    const std::uint32_t named = group | (dice.oneIn(2) ? gone & static_cast<std::uint32_t>(dice.next()) : 0);
    for (const unsigned lane : lanesOf(group))
      mask[lane] = named;
    left &= ~group;
    if (style == 1)
      for (const unsigned lane : lanesOf(std::exchange(left, 0)))
        mask[lane] = operands.exec & ~group;
  }
  if (dice.oneIn(8))
    mask[dice.below(kLanes)] ^= 1u << dice.below(kLanes);
}

std::vector<SmallBase> smallGroups(const CellWords& cells, unsigned count) {
  const auto plainly = [](unsigned) { return std::vector<std::uint32_t>{1, 2, 0x80000000}; };
  std::vector<SmallBase> bases = plainSmallBases(cells, count, plainly);
  const std::size_t exec = cells.word("exec"), first = cells.word("row[0][0]") + rows::kMask * kLanes;
  for (SmallBase& small : bases) { // who executes is one group
    const auto lanes = std::ranges::find(small.base, exec, &Edit::word)->value;
    for (const unsigned lane : lanesOf(lanes))
      small.base.push_back({first + lane, lanes});
  }
  return bases;
}

} // namespace warplaw::fuzz
