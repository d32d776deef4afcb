// vote.sync over vectors of lanes (SYNC-1, SYNC-3): VOTE's arithmetic on each lane's own part.
#pragma once
#include "concrete/instructions/sync_groups.h"
#include "concrete/instructions/vote_vector.h"
#include "concrete/instructions/votesync.h"

namespace warplaw::concrete {

template <unsigned kWidth>
__attribute__((always_inline)) inline void
votesyncVector(const spec::VotesyncModifiers* modifiers, const spec::Operands* operands,
               const spec::VotesyncChoices* choices, const spec::ExitedLanes* exited, spec::Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const std::uint32_t exec = operands->exec, live = liveLanes(operands, exited);
  const std::uint32_t defined = whereDefined<kWidth>(operands, live, choices->overlapIsDefined);
  const std::uint32_t isBallot = maskOf(modifiers->mode == static_cast<std::uint32_t>(spec::VotesyncMode::Ballot));
  Vector bits = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector part = lanes.of(operands->row[spec::sync_rows::kMask]) & live;
    const Vector ballot = part & operands->predicate;
    bits |= voteHolds(modifiers->mode, ballot, part) & lanes.ownBit();
    giveWords(lanes, exec & isBallot, defined, ballot, choices->any.data(), results->row[0]);
  }
  writesRdOnly(exec & isBallot, results);
  givePredicate(exec & ~isBallot, defined, __builtin_reduce_or(bits), choices->anyPredicate, results);
}

} // namespace warplaw::concrete
