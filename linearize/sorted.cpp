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

namespace {
/// things[k] goes to placeOf[k], along the cycles, so that no second list is needed.
template <class Thing> void permute(std::vector<Thing>& things, std::vector<std::uint32_t> placeOf) {
  for (std::uint32_t k = 0; k < things.size(); ++k)
    while (placeOf[k] != k) {
      const std::uint32_t place = placeOf[k];
      std::swap(things[k], things[place]);
      std::swap(placeOf[k], placeOf[place]);
    }
}

/// Each instruction's place in the order by warp and number.
std::vector<std::uint32_t> placesByName(const std::vector<Instruction>& instructions) {
  const auto count = static_cast<std::uint32_t>(instructions.size());
  std::vector<std::uint32_t> byName(count), placeOf(count);
  std::iota(byName.begin(), byName.end(), 0u);
  const auto name = [&](std::uint32_t k) { return std::pair(instructions[k].warp, instructions[k].number); };
  std::sort(byName.begin(), byName.end(), [&](auto a, auto b) { return name(a) < name(b); });
  for (std::uint32_t k = 0; k < count; ++k)
    placeOf[byName[k]] = k;
  return placeOf;
}
} // namespace

std::vector<std::uint32_t> sortByName(History& history) {
  const auto count = static_cast<std::uint32_t>(history.instructions.size());
  const std::vector<std::uint32_t> instructionAt = placesByName(history.instructions);
  permute(history.instructions, instructionAt);
  std::vector<std::uint32_t> lanes(count, 0), starts(count); // of each: a bit each lane, the place of its first access
  for (Access& access : history.accesses) {
    access.instruction = instructionAt[access.instruction];
    lanes[access.instruction] |= 1u << access.lane;
  }
  for (std::uint32_t k = 0, next = 0; k < count; ++k) {
    starts[k] = next;
    next += static_cast<std::uint32_t>(std::popcount(lanes[k]));
  }
  std::vector<std::uint32_t> accessAt(history.accesses.size()), placeOf(history.accesses.size());
  for (std::uint32_t k = 0; k < placeOf.size(); ++k) {
    const Access& access = history.accesses[k];
    const std::uint32_t smaller = lanes[access.instruction] & ((1u << access.lane) - 1);
    placeOf[k] = starts[access.instruction] + static_cast<std::uint32_t>(std::popcount(smaller));
    accessAt[placeOf[k]] = k;
  }
  permute(history.accesses, std::move(placeOf));
  for (auto& [first, second] : history.completed) {
    first = instructionAt[first];
    second = instructionAt[second];
  }
  return accessAt;
}

} // namespace warplaw::linearize
