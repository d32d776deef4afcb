// Lanes by counting: the place of an access is its instruction's first place, and one more for each smaller lane.
#include "linearize/sorted.h"
#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace warplaw::linearize {

bool isSorted(const History& history) {
  for (std::size_t k = 1; k < history.instructions.size(); ++k) {
    const Instruction &a = history.instructions[k - 1], &b = history.instructions[k];
    if (std::tie(a.warp, a.number) > std::tie(b.warp, b.number))
      return false;
  }
  std::uint32_t before = 0; // instruction and lane
  for (const Access& access : history.accesses) {
    const std::uint32_t place = access.instruction << 5 | access.lane;
    if (place < before)
      return false;
    before = place;
  }
  return true;
}

const History& SortedHistory::sort(const History& history) {
  sorted_ = history;
  const auto count = static_cast<std::uint32_t>(history.instructions.size());
  instructions_.resize(count);
  placeOf_.resize(count);
  std::iota(instructions_.begin(), instructions_.end(), 0u);
  const auto name = [&](std::uint32_t k) {
    return std::pair(history.instructions[k].warp, history.instructions[k].number);
  };
  std::sort(instructions_.begin(), instructions_.end(), [&](auto a, auto b) { return name(a) < name(b); });
  for (std::uint32_t k = 0; k < count; ++k) {
    placeOf_[instructions_[k]] = k;
    sorted_.instructions[k] = history.instructions[instructions_[k]];
  }
  lanes_.assign(count, 0);
  for (const Access& access : history.accesses)
    lanes_[placeOf_[access.instruction]] |= 1u << access.lane;
  starts_.resize(count);
  for (std::uint32_t k = 0, next = 0; k < count; ++k) {
    starts_[k] = next;
    next += static_cast<std::uint32_t>(std::popcount(lanes_[k]));
  }
  accesses_.resize(history.accesses.size());
  for (std::uint32_t k = 0; k < accesses_.size(); ++k) {
    const Access& access = history.accesses[k];
    const std::uint32_t instruction = placeOf_[access.instruction],
                        smaller = lanes_[instruction] & ((1u << access.lane) - 1),
                        place = starts_[instruction] + static_cast<std::uint32_t>(std::popcount(smaller));
    accesses_[place] = k;
    sorted_.accesses[place] = access;
    sorted_.accesses[place].instruction = instruction;
  }
  for (auto& [first, second] : sorted_.completed) {
    first = placeOf_[first];
    second = placeOf_[second];
  }
  return sorted_;
}

} // namespace warplaw::linearize
