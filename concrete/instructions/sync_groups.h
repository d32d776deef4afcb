// Groups of the .sync forms over vectors of lanes (SYNC-1): which lanes name the same membermask, which of its members
// take part, and whether the instruction is defined at all. There is no loop over groups: each lane looks at its own
// group, so that time does not depend on the number of groups.
#pragma once
#include "concrete/vector.h"
#include "spec/datapath.h"
#include "spec/instructions/sync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Has a group no lane in common with another, exited ones counted? What `kWidth` lanes say against it: not 0.
template <unsigned kWidth>
__attribute__((always_inline)) inline typename VectorOf<kWidth>::Unsigned
namedByOthers(LanesFrom<kWidth> lanes, const std::uint32_t* masks, std::uint32_t exec) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const Vector own = lanes.of(masks);
  Vector foreign = {};
#pragma clang loop unroll(full)
  for (std::uint32_t other = 0; other < spec::kLanes; ++other) {
    const std::uint32_t named = exec >> other & 1 ? masks[other] : 0;
    foreign |= (Vector)(own != masks[other]) & named;
  }
  return own & foreign;
}

/// All ones if every executing lane's group is the live part of its membermask, otherwise 0. That a lane is in its own
/// follows: it is in its group, and what executes is live. `complains(lanes)`: further words of which none may be other
/// than 0 in an executing lane.
template <unsigned kWidth, class Complains>
__attribute__((always_inline)) inline std::uint32_t whereDefined(const spec::Operands* operands, std::uint32_t live,
                                                                 std::uint32_t overlapIsDefined, Complains complains) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const std::uint32_t* masks = operands->row[spec::sync_rows::kMask];
  const std::uint32_t exec = operands->exec;
  Vector wrong = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector group = lanes.sameAs(masks) & exec, part = lanes.of(masks) & live;
    wrong |= ((group ^ part) | complains(lanes)) & lanes.areIn(exec);
  }
  if (!overlapIsDefined) {
#pragma clang loop unroll(full)
    for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
      const LanesFrom<kWidth> lanes{first};
      wrong |= namedByOthers(lanes, masks, exec) & lanes.areIn(exec);
    }
  }
  return maskOf(__builtin_reduce_or(wrong) == 0);
}
template <unsigned kWidth>
__attribute__((always_inline)) inline std::uint32_t whereDefined(const spec::Operands* operands, std::uint32_t live,
                                                                 std::uint32_t overlapIsDefined) {
  return whereDefined<kWidth>(operands, live, overlapIsDefined,
                              [](LanesFrom<kWidth>) { return typename VectorOf<kWidth>::Unsigned{}; });
}

/// A lane that executes has not exited, whatever the input says.
inline std::uint32_t liveLanes(const spec::Operands* operands, const spec::ExitedLanes* exited) {
  return ~exited->lanes | operands->exec;
}

/// A row of results: `words` where the instruction is defined, otherwise `any`; in the lanes of exec.
template <unsigned kWidth>
__attribute__((always_inline)) inline void giveWords(LanesFrom<kWidth> lanes, std::uint32_t exec, std::uint32_t defined,
                                                     typename VectorOf<kWidth>::Unsigned words,
                                                     const std::uint32_t* any, std::uint32_t* row) {
  const auto executes = lanes.areIn(exec);
  const auto given = (words & defined) | (lanes.of(any) & ~defined);
  lanes.set(row, (given & executes) | (lanes.of(row) & ~executes));
}

/// Which results are written; `predicate`: bit i of lane i where the instruction is defined, otherwise `any`'s.
inline void givePredicate(std::uint32_t exec, std::uint32_t defined, std::uint32_t predicate, std::uint32_t any,
                          spec::Results* results) {
  const std::uint32_t given = (predicate & defined) | (any & ~defined);
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (given & exec);
}

} // namespace warplaw::concrete
