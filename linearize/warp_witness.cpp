// Orders of one instruction's lanes: Hierholzer's walk on sets of lanes as bits, failures and locations merged by the
// smallest lane that can come next (ATOMS-5, -9).
#include "linearize/warp.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace warplaw::linearize {
namespace {

std::uint32_t smallestOf(std::uint32_t lanes) { return static_cast<std::uint32_t>(std::countr_zero(lanes)); }
constexpr std::uint32_t below(std::uint32_t lane) { return (1u << lane) - 1; }

} // namespace

/// Which edges leave each vertex, and which CASTs cannot fail there.
void WarpChecker::prepareWalks(const History& history) {
  std::fill_n(unused_.begin(), vertexCount_, 0);
  for (std::uint32_t lanes = winners_; lanes != 0; lanes &= lanes - 1)
    unused_[from_[smallestOf(lanes)]] |= lanes & -lanes;
  if (winners_ == lanes_)
    return;
  std::fill_n(fails_.begin(), vertexCount_, 0);
  for (std::uint32_t lanes = lanes_ & ~winners_; lanes != 0; lanes &= lanes - 1) {
    const std::uint32_t lane = smallestOf(lanes);
    fails_[vertexAt_[slotOf(place_[lane], history.accesses[access_[lane]].operand)]] |= lanes & -lanes;
  }
}

/// Always along the smallest unused edge; loops that are left out are spliced in as late as possible: as
/// TrailChecker::witness. How many lanes the trail has.
std::uint32_t WarpChecker::walk(const Place& place, Lanes& trail) {
  Lanes stack;
  const auto count = static_cast<std::uint32_t>(std::popcount(place.lanes & winners_));
  std::uint32_t depth = 0, filled = count, here = place.source;
  for (;;) {
    while (unused_[here] != 0) {
      const std::uint32_t lane = smallestOf(unused_[here]);
      unused_[here] &= unused_[here] - 1;
      stack[depth++] = lane;
      here = to_[lane];
    }
    if (depth == 0)
      break;
    const std::uint32_t lane = stack[--depth];
    trail[--filled] = lane;
    here = from_[lane];
  }
  assert(filled == 0);
  return count;
}

/// Failures go as early as their lane asks for, and no later than the last moment at which memory differs from their
/// compare.
std::uint32_t WarpChecker::mergeFailures(const Place& place, const Lanes& trail, std::uint32_t count,
                                         Lanes& steps) const {
  std::uint32_t waiting = place.lanes & ~winners_, filled = 0;
  const auto vertexBefore = [&](std::uint32_t at) { return at == 0 ? place.source : to_[trail[at - 1]]; };
  const std::uint32_t last = vertexBefore(count);
  std::uint32_t lastUnlike = count; // the last moment with another value than the last one
  while (lastUnlike > 0 && vertexBefore(lastUnlike) == last)
    --lastUnlike;
  for (std::uint32_t at = 0; at <= count; ++at) {
    const std::uint32_t here = vertexBefore(at);
    std::uint32_t now = at == count ? ~0u : below(trail[at]);
    if (const std::uint32_t must = waiting & fails_[last]; at == lastUnlike && must != 0)
      now |= ~0u >> std::countl_zero(must); // up to the greatest of them: the smaller ones come before it
    now &= waiting & ~fails_[here];
    waiting &= ~now;
    for (; now != 0; now &= now - 1)
      steps[filled++] = smallestOf(now);
    if (at < count)
      steps[filled++] = trail[at];
  }
  assert(waiting == 0);
  return filled;
}

/// Nothing is known between locations: always the smallest lane that comes next somewhere.
void WarpChecker::sortTrails() {
  Lanes trail, steps, after; // after: the lane that comes next at the same location, as a bit
  std::uint32_t heads = 0;
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    const Place& place = places_[k];
    std::uint32_t count = walk(place, trail);
    const Lanes* own = &trail;
    if ((place.lanes & ~winners_) != 0) {
      count = mergeFailures(place, trail, count, steps);
      own = &steps;
    }
    if (placeCount_ == 1) {
      std::copy_n(own->begin(), count, order_.begin());
      return;
    }
    heads |= 1u << (*own)[0];
    for (std::uint32_t at = 0; at + 1 < count; ++at)
      after[(*own)[at]] = 1u << (*own)[at + 1];
    after[(*own)[count - 1]] = 0;
  }
  for (std::uint32_t filled = 0; heads != 0; ++filled) {
    const std::uint32_t lane = smallestOf(heads);
    order_[filled] = lane;
    heads = (heads & (heads - 1)) | after[lane];
  }
}

void WarpChecker::writeWitness(const History& history, Verdict& verdict) {
  if (returns_) {
    prepareWalks(history);
    sortTrails();
    assume(verdict);
  } else
    for (std::uint32_t lanes = lanes_, filled = 0; lanes != 0; lanes &= lanes - 1)
      order_[filled++] = smallestOf(lanes);
  verdict.order.resize(history.accesses.size());
  for (std::size_t at = 0; at < verdict.order.size(); ++at)
    verdict.order[at] = {access_[order_[at]], 0, true};
  assert(replays(history, verdict) && "a witness must replay");
}

void WarpChecker::assume(Verdict& verdict) const {
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    const Place& place = places_[k];
    if (place.first)
      continue;
    verdict.assumed.push_back({place.address, {}});
    for (unsigned byte = 0; byte < bytes_; ++byte)
      verdict.assumed.back().bytes.push_back(static_cast<std::uint8_t>(vertices_[place.source].value >> 8 * byte));
  }
  std::sort(verdict.assumed.begin(), verdict.assumed.end(),
            [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
}

/// On values, one lane after another: each once, each returns what it returned, and memory ends as it did.
bool WarpChecker::replays(const History& history, const Verdict& verdict) const {
  std::array<std::uint64_t, kLanes> memory;
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    memory[k] = places_[k].first ? *places_[k].first : vertices_[places_[k].source].value;
  std::uint32_t done = 0;
  bool right = true;
  for (const WitnessStep& step : verdict.order) {
    const Access& access = history.accesses[step.access];
    std::uint64_t& value = memory[place_[access.lane]];
    right &= returnedBy(operation_.op, value, access.operand) == access.returned || !returns_;
    value = step_(value, access.operand, access.swap);
    done |= 1u << access.lane;
  }
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    right &= places_[k].last.value_or(memory[k]) == memory[k];
  return right && done == lanes_;
}

} // namespace warplaw::linearize
