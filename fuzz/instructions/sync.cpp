// Groups of the .sync forms for the fuzzer (SYNC-1): see sync.h.
#include "fuzz/instructions/sync.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
using spec::kLanes;
namespace rows = spec::sync_rows;

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
