// VOTE's rules over vectors of lanes (VOTE-1..3): ballot and quantifier are arithmetic on masks of lanes; most of the
// time goes into handing the ballot to the executing lanes.
#pragma once
#include "concrete/instructions/vote.h"
#include "concrete/lanewise.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

inline std::uint32_t areEqual(std::uint32_t a, std::uint32_t b) { return maskOf(a == b); }
template <class Vector> Vector areEqual(Vector a, Vector b) { return (Vector)(a == b); }

/// Does the vote hold, given the ballot of those voters that said yes? All ones or none; for one vote, or one a lane.
/// There is no branch: the modes of an interpreter's warps are as random as masks.
template <class Word>
__attribute__((always_inline)) inline Word voteHolds(std::uint32_t mode, Word ballot, Word voters) {
  const Word all = areEqual(ballot, voters), any = ~areEqual(ballot, Word{});
  const std::uint32_t isAll = maskOf(mode == static_cast<std::uint32_t>(spec::VoteMode::All));
  const std::uint32_t isAny = maskOf(mode == static_cast<std::uint32_t>(spec::VoteMode::Any));
  return (all & ~isAny) | (any & isAny) | (~any & ~isAll & ~isAny);
}

/// kWidth lanes at a time.
template <unsigned kWidth>
__attribute__((always_inline)) inline void voteVector(std::uint32_t mode, const spec::Operands* operands,
                                                      spec::Results* results) {
  const std::uint32_t exec = operands->exec;
  const std::uint32_t ballot = exec & operands->predicate;
  const std::uint32_t holds = voteHolds(mode, ballot, exec);
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const auto executes = lanes.areIn(exec);
    lanes.set(results->row[0], (ballot & executes) | (lanes.of(results->row[0]) & ~executes));
  }
  writesRdOnly(exec, results);
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (holds & exec);
}

} // namespace warplaw::concrete
