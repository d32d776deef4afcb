// elect.sync over vectors of lanes (SYNC-1, SYNC-7).
#pragma once
#include "concrete/instructions/electsync.h"
#include "concrete/instructions/sync_groups.h"
#include "concrete/lanewise.h"

namespace warplaw::concrete {

/// The number of the lowest bit set: how many bits are below it; 31 of a word without one.
template <class Vector> __attribute__((always_inline)) inline Vector lowestBit(Vector words) {
  words |= 0x80000000u;
  const Vector below = ~words & (words - 1u);
  Vector count = below - (below >> 1 & 0x55555555u);
  count = (count & 0x33333333u) + (count >> 2 & 0x33333333u);
  count = (count + (count >> 4)) & 0x0f0f0f0fu;
  return (count + (count >> 8) + (count >> 16) + (count >> 24)) & 31u;
}

template <unsigned kWidth>
__attribute__((always_inline)) inline void
electsyncVector(const spec::ElectsyncModifiers*, const spec::Operands* operands, const spec::ElectsyncChoices* choices,
                const spec::ExitedLanes* exited, spec::Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const std::uint32_t* masks = operands->row[spec::sync_rows::kMask];
  const std::uint32_t exec = operands->exec, live = liveLanes(operands, exited);
  const std::uint32_t mayNotBeNamed = ~live & ~maskOf(choices->exitedIsDefined != 0);
  const std::uint32_t defined =
      whereDefined<kWidth>(operands, live, choices->overlapIsDefined,
                           [=](LanesFrom<kWidth> lanes) { return lanes.of(masks) & mayNotBeNamed; });
  Vector bits = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector members = lanes.of(masks), preferred = members & choices->preferred;
    const Vector isAnyPreferred = (Vector)(preferred != 0u);
    const Vector leader = lowestBit((preferred & isAnyPreferred) | (members & ~isAnyPreferred));
    bits |= (Vector)(leader == lanes.numbers()) & lanes.ownBit();
    giveWords(lanes, exec, defined, leader, choices->any.data(), results->row[0]);
  }
  writesRdOnly(exec, results);
  givePredicate(exec, defined, __builtin_reduce_or(bits), choices->anyPredicate, results);
}

} // namespace warplaw::concrete
