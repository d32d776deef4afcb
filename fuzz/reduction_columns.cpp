#include "fuzz/reduction_columns.h"
#include "concrete/coalescing.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

LaneColumn turnsOf(std::string title, const LaneOrder& order) {
  LaneColumn column{std::move(title), {}};
  for (unsigned turn = 0; turn < kLanes; ++turn)
    column.text[order[turn]] = std::to_string(turn);
  return column;
}

} // namespace

void addTurns(Explanation& explanation, const LaneOrder& order, const LaneOrder& orderHigh, bool hasHalves) {
  const bool isOther = hasHalves && orderHigh != order;
  if (order != spec::Words::laneNumbers() || isOther)
    explanation.columns.push_back(turnsOf("turn", order));
  if (isOther)
    explanation.columns.push_back(turnsOf("turn of the high half", orderHigh));
}

void addAccesses(Explanation& explanation, std::uint32_t performing, const std::array<std::uint64_t, kLanes>& address,
                 unsigned bytes, const LaneOrder& order) {
  const auto accesses = concrete::coalesced(performing, address, bytes, order.data());
  LaneColumn column{fmt::format("access, of {}", accesses.size()), {}};
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (accesses[i].lanes >> lane & 1)
        column.text[lane] = fmt::format("{}: line {:#x}", i + 1, accesses[i].line);
  explanation.columns.push_back(std::move(column));
}

} // namespace warplaw::fuzz
