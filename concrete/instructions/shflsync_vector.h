// shfl.sync over vectors of lanes (SYNC-1, SYNC-2): SHFL's arithmetic, each lane reading in its own part.
#pragma once
#include "concrete/instructions/shfl_vector.h"
#include "concrete/instructions/shflsync.h"
#include "concrete/instructions/sync_groups.h"
#include "concrete/lanewise.h"

namespace warplaw::concrete {

template <class Machine>
__attribute__((always_inline)) inline void
shflsyncVector(const spec::ShflsyncModifiers* modifiers, const spec::Operands* operands,
               const spec::ShflsyncChoices* choices, const spec::ExitedLanes* exited, spec::Results* results) {
  constexpr unsigned kWidth = Machine::kWidth;
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const auto& row = operands->row;
  const std::uint32_t exec = operands->exec, live = liveLanes(operands, exited);
  const std::uint32_t defined = whereDefined<kWidth>(operands, live, choices->overlapIsDefined);
  const ShflSources sources =
      shflSources<Machine>(modifiers->mode, row[spec::shflsync_rows::kLane], row[spec::shflsync_rows::kRange]);
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector part = lanes.of(row[spec::sync_rows::kMask]) & live;
    const Vector given = received<Machine>(sources, first, row[spec::sync_rows::kValue], part, choices->any.data());
    giveWords(lanes, exec, defined, given, choices->any.data(), results->row[0]);
  }
  writesRdOnly(exec, results);
  givePredicate(exec, defined, sources.inRange, choices->anyPredicate, results);
}

} // namespace warplaw::concrete
