// match.sync over vectors of lanes (SYNC-1, SYNC-4).
#pragma once
#include "concrete/instructions/matchsync.h"
#include "concrete/instructions/sync_groups.h"
#include "concrete/lanewise.h"

namespace warplaw::concrete {

template <unsigned kWidth>
__attribute__((always_inline)) inline void
matchsyncVector(const spec::MatchsyncModifiers* modifiers, const spec::Operands* operands,
                const spec::MatchsyncChoices* choices, const spec::ExitedLanes* exited, spec::Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const std::uint32_t exec = operands->exec, live = liveLanes(operands, exited);
  const std::uint32_t defined = whereDefined<kWidth>(operands, live, choices->overlapIsDefined);
  const std::uint32_t isAll = maskOf(modifiers->mode == static_cast<std::uint32_t>(spec::MatchsyncMode::All));
  const std::uint32_t isNarrow = maskOf(modifiers->type == static_cast<std::uint32_t>(spec::MatchsyncType::B32));
  Vector bits = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector part = lanes.of(operands->row[spec::sync_rows::kMask]) & live;
    const Vector equal = part & lanes.sameAs(operands->row[spec::sync_rows::kValue]) &
                         (lanes.sameAs(operands->row[spec::sync_rows::kHigh]) | isNarrow);
    const Vector areAll = (Vector)(equal == part); // of a part that is not empty: the own lane is in it
    bits |= areAll & lanes.ownBit();
    giveWords(lanes, exec, defined, equal & (areAll | ~isAll), choices->any.data(), results->row[0]);
  }
  writesRdOnly(exec, results);
  givePredicate(exec & isAll, defined, __builtin_reduce_or(bits), choices->anyPredicate, results);
}

} // namespace warplaw::concrete
