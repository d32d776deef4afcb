// Groups of lanes at random, and masks of lanes: see sync_theorems.h.
#include "proofs/theorems/sync_theorems.h"

namespace warplaw::proofs::sync {
namespace {

/// Every lane, about half of them, or few.
std::uint32_t anyMask(std::mt19937_64& random) {
  const auto word = static_cast<std::uint32_t>(random());
  switch (random() % 3) {
  case 0:
    return ~0u;
  case 1:
    return word;
  default:
    return word & static_cast<std::uint32_t>(random()) & static_cast<std::uint32_t>(random());
  }
}

/// One lane does otherwise than it should.
void spoil(Grouped& groups, std::mt19937_64& random) {
  const auto lane = [&] { return static_cast<unsigned>(random() % spec::kLanes); };
  const unsigned one = lane(), other = lane();
  const std::uint32_t named = groups.mask[one];
  switch (random() % 5) {
  case 0:
    groups.mask[one] ^= 1u << other;
    return;
  case 1: // all that name the same do
    for (std::uint32_t& mask : groups.mask)
      if (mask == named)
        mask ^= 1u << other;
    return;
  case 2:
    groups.mask[one] = groups.mask[other];
    return;
  case 3:
    groups.exited ^= 1u << one;
    return;
  default:
    groups.exec ^= 1u << one;
  }
}

} // namespace

Grouped anyGroups(std::mt19937_64& random) {
  constexpr unsigned kCounts[] = {1, 1, 2, 2, 3, 4, spec::kLanes};
  Grouped groups;
  if (random() % 6 == 0) { // what most programs call
    groups.exec = ~0u;
    std::ranges::fill(groups.mask, ~0u);
    return groups;
  }
  groups.exec = anyMask(random);
  groups.exited = random() % 4 == 0 ? 0 : anyMask(random);
  const std::uint32_t gone = groups.exited & ~groups.exec, count = kCounts[random() % std::size(kCounts)];
  std::uint32_t members[spec::kLanes] = {};
  unsigned owner[spec::kLanes] = {};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    owner[lane] = static_cast<unsigned>(random() % count);
    members[owner[lane]] |= groups.exec & 1u << lane;
  }
  const unsigned naming = random() % 4; // of the lanes that have exited: none, some each, the same ones
  const std::uint32_t same = anyMask(random);
  for (std::uint32_t& mask : members)
    mask |= naming < 2 ? 0 : gone & (naming == 2 ? anyMask(random) : same);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    groups.mask[lane] = members[owner[lane]];
  if (random() % 2 == 0)
    spoil(groups, random);
  std::mt19937_64 apart = random; // the other numbers stay those that they are without this
  if (apart() % 4 == 0)           // what lanes hold that do not execute is no group's
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (!(groups.exec >> lane & 1))
        groups.mask[lane] = anyMask(apart);
  return groups;
}

symbolic::PerLane<Term> eachLane(const std::function<Term(unsigned lane)>& word) {
  symbolic::PerLane<Term> words;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    words[lane] = word(lane);
  return words;
}

Term laneMask(const std::function<Term(unsigned lane)>& bit) {
  Term mask = bit(0);
  for (unsigned lane = 1; lane < spec::kLanes; ++lane)
    mask = bit(lane).concat(mask);
  return mask;
}

} // namespace warplaw::proofs::sync
