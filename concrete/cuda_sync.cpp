// CUDA's functions of include/warplaw/cuda.h as the .sync instructions that they lower to (SYNC-8): operands are made
// of the arguments and handed to the datapath that is proved. What is promised is asked of a datapath, too: a shuffle
// of ones, a vote of yes, where everything else gives 0.
#include "concrete/cuda_width.h"
#include "concrete/instructions/activemask.h"
#include "concrete/instructions/matchsync.h"
#include "concrete/instructions/reduxsync.h"
#include "concrete/instructions/shflsync.h"
#include "concrete/instructions/votesync.h"
#include "include/warplaw/cuda.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

// Operands are made with what is known at once, and a rejection is no return of its own: see concrete/cuda.cpp. What
// one call is handed lives while the next one is made: where a store is missing no stale word of the stack may stand
// in.

/// A choice that is not 0 counts as 1.
std::uint32_t overlapIsDefined(const warplaw_cuda_warp* warp) { return warp->overlap_is_defined != 0; }

/// What lanes receive: answer(lane), in those that execute.
template <class Word, class Answer>
__attribute__((always_inline)) inline void give(const warplaw_cuda_warp* warp, Word* result, Answer answer) {
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    if (warp->exec >> lane & 1)
      result[lane] = answer(lane);
}

/// Shuffles words of 32 bits by one shuffle, words of 64 bits by two.
template <class Word>
__attribute__((always_inline)) inline bool shuffle(ShflsyncMode mode, const warplaw_cuda_warp* warp,
                                                   const std::uint32_t* mask, const Word* var, const std::uint32_t* x,
                                                   std::uint32_t width, Word* result, std::uint32_t* promised) {
  const bool accepted = isCudaWidth(width);
  if (accepted) {
    const std::uint32_t clamp = mode == ShflsyncMode::Up ? 0 : kLanes - 1;
    ShflsyncModifiers modifiers{static_cast<std::uint32_t>(mode)};
    Operands operands{.exec = warp->exec};
    ShflsyncChoices choices{.overlapIsDefined = overlapIsDefined(warp)};
    ExitedLanes exited{warp->exited};
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      operands.row[sync_rows::kMask][lane] = mask[lane];
      operands.row[shflsync_rows::kLane][lane] = x[lane];
      operands.row[shflsync_rows::kRange][lane] = (kLanes - width) << 8 | clamp;
    }
    /// any(lane): what is received where nothing is promised.
    const auto shuffleWords = [&](auto value, auto any, Results& results) __attribute__((always_inline)) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        operands.row[sync_rows::kValue][lane] = value(lane);
        choices.any[lane] = any(lane);
      }
      warplaw_shflsync_portable(&modifiers, &operands, &choices, &exited, &results);
    };
    Results low, high, known;
    shuffleWords([=](std::uint32_t lane) { return static_cast<std::uint32_t>(var[lane]); },
                 [=](std::uint32_t lane) { return warp->any[lane]; }, low);
    if constexpr (sizeof(Word) == 8)
      shuffleWords([=](std::uint32_t lane) { return static_cast<std::uint32_t>(var[lane] >> 32); },
                   [=](std::uint32_t lane) { return warp->any_high[lane]; }, high);
    shuffleWords([](std::uint32_t) { return 1; }, [](std::uint32_t) { return 0; }, known);
    give(warp, result, [&](std::uint32_t lane) {
      Word word = low.row[0][lane];
      if constexpr (sizeof(Word) == 8)
        word |= Word{high.row[0][lane]} << 32;
      return word;
    });
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      lanes |= known.row[0][lane] << lane;
    *promised = lanes;
  }
  return accepted;
}

/// The lanes that execute if anything is promised, otherwise none: the same for every .sync form but a shuffle, which
/// looks at single lanes (SYNC-1). operands: of the form itself; a vote reads the masks alone of its rows.
__attribute__((always_inline)) inline std::uint32_t promisedLanes(Operands& operands, const warplaw_cuda_warp* warp) {
  VotesyncModifiers modifiers{static_cast<std::uint32_t>(VotesyncMode::All)};
  VotesyncChoices choices{.overlapIsDefined = overlapIsDefined(warp)};
  ExitedLanes exited{warp->exited};
  Results results;
  operands.predicate = ~0u;
  warplaw_votesync_portable(&modifiers, &operands, &choices, &exited, &results);
  return results.predicate;
}

std::uint32_t lanesThatSayYes(const std::uint32_t* predicate) {
  std::uint32_t votes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    votes |= static_cast<std::uint32_t>(predicate[lane] != 0) << lane;
  return votes;
}

__attribute__((always_inline)) inline void vote(VotesyncMode mode, const warplaw_cuda_warp* warp,
                                                const std::uint32_t* mask, const std::uint32_t* predicate,
                                                std::uint32_t* result, std::uint32_t* promised) {
  VotesyncModifiers modifiers{static_cast<std::uint32_t>(mode)};
  Operands operands{.exec = warp->exec, .predicate = lanesThatSayYes(predicate)};
  VotesyncChoices choices{.anyPredicate = warp->any_predicate, .overlapIsDefined = overlapIsDefined(warp)};
  ExitedLanes exited{warp->exited};
  Results results;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    operands.row[sync_rows::kMask][lane] = mask[lane];
    choices.any[lane] = warp->any[lane];
  }
  warplaw_votesync_portable(&modifiers, &operands, &choices, &exited, &results);
  const std::uint32_t lanes = promisedLanes(operands, warp);
  give(warp, result, [&](std::uint32_t lane) {
    return mode == VotesyncMode::Ballot ? results.row[0][lane] : results.predicate >> lane & 1;
  });
  *promised = lanes;
}

template <class Word>
__attribute__((always_inline)) inline void match(MatchsyncMode mode, const warplaw_cuda_warp* warp,
                                                 const std::uint32_t* mask, const Word* value, std::uint32_t* result,
                                                 std::uint32_t* pred, std::uint32_t* promised) {
  constexpr bool isWide = sizeof(Word) == 8;
  MatchsyncModifiers modifiers{static_cast<std::uint32_t>(mode),
                               static_cast<std::uint32_t>(isWide ? MatchsyncType::B64 : MatchsyncType::B32)};
  Operands operands{.exec = warp->exec};
  MatchsyncChoices choices{.anyPredicate = warp->any_predicate, .overlapIsDefined = overlapIsDefined(warp)};
  ExitedLanes exited{warp->exited};
  Results results;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    operands.row[sync_rows::kMask][lane] = mask[lane];
    operands.row[sync_rows::kValue][lane] = static_cast<std::uint32_t>(value[lane]);
    if constexpr (isWide)
      operands.row[sync_rows::kHigh][lane] = static_cast<std::uint32_t>(value[lane] >> 32);
    choices.any[lane] = warp->any[lane];
  }
  warplaw_matchsync_portable(&modifiers, &operands, &choices, &exited, &results);
  const std::uint32_t lanes = promisedLanes(operands, warp);
  give(warp, result, [&](std::uint32_t lane) { return results.row[0][lane]; });
  if (mode == MatchsyncMode::All)
    give(warp, pred, [&](std::uint32_t lane) { return results.predicate >> lane & 1; });
  *promised = lanes;
}

__attribute__((always_inline)) inline void reduce(ReduxsyncOp op, ReduxsyncType type, const warplaw_cuda_warp* warp,
                                                  const std::uint32_t* mask, const std::uint32_t* value,
                                                  std::uint32_t* result, std::uint32_t* promised) {
  ReduxsyncModifiers modifiers{static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(type), 0, 0};
  Operands operands{.exec = warp->exec};
  ReduxsyncChoices choices{.overlapIsDefined = overlapIsDefined(warp)};
  ExitedLanes exited{warp->exited};
  Results results;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    operands.row[sync_rows::kMask][lane] = mask[lane];
    operands.row[sync_rows::kValue][lane] = value[lane];
    choices.any[lane] = warp->any[lane];
  }
  warplaw_reduxsync_portable(&modifiers, &operands, &choices, &exited, &results);
  const std::uint32_t lanes = promisedLanes(operands, warp);
  give(warp, result, [&](std::uint32_t lane) { return results.row[0][lane]; });
  *promised = lanes;
}

} // namespace

// Each function hands over what its row says.

#define WARPLAW_SHUFFLE(name, Mode, bits)                                                                              \
  bool warplaw_cuda_##name##_sync_b##bits(const warplaw_cuda_warp* warp, const std::uint32_t* mask,                    \
                                          const std::uint##bits##_t* var, const std::uint32_t* x, std::uint32_t width, \
                                          std::uint##bits##_t* result, std::uint32_t* promised) {                      \
    return shuffle(ShflsyncMode::Mode, warp, mask, var, x, width, result, promised);                                   \
  }
#define WARPLAW_MATCH_ANY(bits)                                                                                        \
  void warplaw_cuda_match_any_sync_b##bits(const warplaw_cuda_warp* warp, const std::uint32_t* mask,                   \
                                           const std::uint##bits##_t* value, std::uint32_t* result,                    \
                                           std::uint32_t* promised) {                                                  \
    match(MatchsyncMode::Any, warp, mask, value, result, nullptr, promised);                                           \
  }
#define WARPLAW_MATCH_ALL(bits)                                                                                        \
  void warplaw_cuda_match_all_sync_b##bits(const warplaw_cuda_warp* warp, const std::uint32_t* mask,                   \
                                           const std::uint##bits##_t* value, std::uint32_t* result,                    \
                                           std::uint32_t* pred, std::uint32_t* promised) {                             \
    match(MatchsyncMode::All, warp, mask, value, result, pred, promised);                                              \
  }

extern "C" {
#define WARPLAW_CUDA_SHUFFLE(name, Mode, ...) WARPLAW_SHUFFLE(name, Mode, 32)
#include "include/warplaw/cuda_functions.def"
#define WARPLAW_CUDA_SHUFFLE(name, Mode, ...) WARPLAW_SHUFFLE(name, Mode, 64)
#define WARPLAW_CUDA_VOTE(name, Mode, ...)                                                                             \
  void warplaw_cuda_##name##_sync(const warplaw_cuda_warp* warp, const std::uint32_t* mask,                            \
                                  const std::uint32_t* predicate, std::uint32_t* result, std::uint32_t* promised) {    \
    vote(VotesyncMode::Mode, warp, mask, predicate, result, promised);                                                 \
  }
#include "include/warplaw/cuda_functions.def"
WARPLAW_MATCH_ANY(32)
WARPLAW_MATCH_ANY(64)
WARPLAW_MATCH_ALL(32)
WARPLAW_MATCH_ALL(64)
#define WARPLAW_CUDA_REDUCTION(name, suffix, Op, Of, ...)                                                              \
  void warplaw_cuda_reduce_##name##_sync##suffix(const warplaw_cuda_warp* warp, const std::uint32_t* mask,             \
                                                 const std::uint32_t* value, std::uint32_t* result,                    \
                                                 std::uint32_t* promised) {                                            \
    reduce(ReduxsyncOp::Op, ReduxsyncType::Of, warp, mask, value, result, promised);                                   \
  }
#include "include/warplaw/cuda_functions.def"

void warplaw_cuda_activemask(const warplaw_cuda_warp* warp, std::uint32_t* result) {
  ActivemaskModifiers modifiers;
  Operands operands{.exec = warp->exec};
  ActivemaskChoices choices;
  Results results;
  warplaw_activemask_portable(&modifiers, &operands, &choices, &results);
  give(warp, result, [&](std::uint32_t lane) { return results.row[0][lane]; });
}
}
