// CUDA's functions as the instructions that they lower to (CSHFL-1, VOTE-1..3, BAR-1..4, PM-1, SR-3): operands are made
// of the arguments and handed to the datapath that is proved.
#include "concrete/cuda.h"
#include "concrete/cuda_width.h"
#include "concrete/instructions/b2r.h"
#include "concrete/instructions/bar.h"
#include "concrete/instructions/cs2r.h"
#include "concrete/instructions/pmtrig.h"
#include "concrete/instructions/shfl.h"
#include "concrete/instructions/vote.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

// Operands are made with what is known at once, and a rejection is no return of its own: LLVM 19 makes one memset of
// zeros that are filled in later and then cuts it with its old dereferenceable(), which is undefined behaviour; and the
// front end keeps what is returned at several places in an i1 in memory, which the lifter does not take.

__attribute__((always_inline)) inline bool shuffle(ShflMode mode, std::uint32_t exec, const std::uint32_t* var,
                                                   const std::uint32_t* x, std::uint32_t width,
                                                   const std::uint32_t* inactive, std::uint32_t* result) {
  const bool accepted = isCudaWidth(width);
  if (accepted) {
    const std::uint32_t clamp = mode == ShflMode::Up ? 0 : kLanes - 1;
    ShflModifiers modifiers{static_cast<std::uint32_t>(mode)};
    Operands operands{.exec = exec};
    ShflChoices choices;
    Results results;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      operands.row[shfl_rows::kValue][lane] = var[lane];
      operands.row[shfl_rows::kLane][lane] = x[lane];
      operands.row[shfl_rows::kRange][lane] = (kLanes - width) << 8 | clamp;
      choices.inactive[lane] = inactive[lane];
      results.row[0][lane] = result[lane];
    }
    warplaw_shfl_portable(&modifiers, &operands, &choices, &results);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      result[lane] = results.row[0][lane];
  }
  return accepted;
}

std::uint32_t lanesThatSayYes(const std::uint32_t* predicate) {
  std::uint32_t votes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    votes |= static_cast<std::uint32_t>(predicate[lane] != 0) << lane;
  return votes;
}

/// answer(results, lane): what a lane of exec receives.
template <class Answer>
__attribute__((always_inline)) inline void vote(VoteMode mode, std::uint32_t exec, const std::uint32_t* predicate,
                                                std::uint32_t* result, Answer answer) {
  VoteModifiers modifiers{static_cast<std::uint32_t>(mode)};
  Operands operands{.exec = exec, .predicate = lanesThatSayYes(predicate)};
  VoteChoices choices;
  Results results;
  warplaw_vote_portable(&modifiers, &operands, &choices, &results);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    if (exec >> lane & 1)
      result[lane] = answer(results, lane);
}

std::uint32_t quantifier(const Results& results, std::uint32_t lane) { return results.predicate >> lane & 1; }
std::uint32_t ballot(const Results& results, std::uint32_t lane) { return results.row[0][lane]; }

/// At barrier 0, for the whole CTA.
CudaArrival arrive(BarOp op, std::uint32_t exec, std::uint32_t votes, const BarChoices* choices,
                   const SpecialInputs* inputs, Barriers* barriers) {
  BarModifiers modifiers{static_cast<std::uint32_t>(op)};
  Operands operands{.exec = exec, .predicate = votes}; // its rows, which name barrier and count, are 0
  BarChoices flags{choices->outside, choices->outsideIsNeutral != 0, choices->exitedArrive != 0};
  Results results;
  warplaw_bar_portable(&modifiers, &operands, &flags, inputs, barriers, &results);
  std::uint32_t errors = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    errors |= results.error[lane];
  CudaArrival arrival = barriers->waiting[0] >> inputs->warp & 1 ? CudaArrival::Waits : CudaArrival::Releases;
  arrival = errors ? CudaArrival::Misuse : arrival;
  return exec ? arrival : CudaArrival::NobodyCalls;
}

__attribute__((always_inline)) inline bool released(bool isCount, std::uint32_t exec, const SpecialInputs* inputs,
                                                    const Barriers* barriers, std::uint32_t* result) {
  const std::uint32_t warp = inputs->warp;
  const bool waits = barriers->waiting[0] >> warp & 1, hasCount = barriers->latchIsCount >> warp & 1;
  const bool accepted = !waits & (hasCount == isCount);
  if (accepted) {
    B2rModifiers modifiers;
    Operands operands{.exec = exec};
    B2rChoices choices;
    Results results;
    warplaw_b2r_portable(&modifiers, &operands, &choices, inputs, barriers, &results);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      if (exec >> lane & 1)
        result[lane] = isCount ? results.row[0][lane] : results.predicate >> lane & 1;
  }
  return accepted;
}

/// word(results, lane): what a lane of exec receives.
template <class Word, class Read>
__attribute__((always_inline)) inline void clock(Cs2rSize size, std::uint32_t exec, const SpecialInputs* inputs,
                                                 Word* result, Read read) {
  Cs2rModifiers modifiers{static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(ClockWord::Low)};
  Operands operands{.exec = exec};
  Cs2rChoices choices;
  Results results;
  warplaw_cs2r_portable(&modifiers, &operands, &choices, inputs, &results);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    if (exec >> lane & 1)
      result[lane] = read(results, lane);
}

} // namespace

extern "C" {
#define WARPLAW_CUDA_SHUFFLE(name, Mode, ...)                                                                          \
  bool warplaw_cuda_##name(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,  \
                           const std::uint32_t* inactive, std::uint32_t* result) {                                     \
    return shuffle(ShflMode::Mode, exec, var, x, width, inactive, result);                                             \
  }
#include "include/warplaw/cuda_functions.def"
void warplaw_cuda_any(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::Any, exec, predicate, result, quantifier);
}
void warplaw_cuda_all(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::All, exec, predicate, result, quantifier);
}
void warplaw_cuda_ballot(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::Any, exec, predicate, result, ballot);
}

CudaArrival warplaw_cuda_syncthreads(std::uint32_t exec, const BarChoices* choices, const SpecialInputs* inputs,
                                     Barriers* barriers) {
  return arrive(BarOp::Sync, exec, 0, choices, inputs, barriers);
}
#define WARPLAW_REDUCTION(name, op)                                                                                    \
  CudaArrival warplaw_cuda_syncthreads_##name(std::uint32_t exec, const std::uint32_t* predicate,                      \
                                              const BarChoices* choices, const SpecialInputs* inputs,                  \
                                              Barriers* barriers) {                                                    \
    return arrive(BarOp::op, exec, lanesThatSayYes(predicate), choices, inputs, barriers);                             \
  }
WARPLAW_REDUCTION(count, RedPopc)
WARPLAW_REDUCTION(and, RedAnd)
WARPLAW_REDUCTION(or, RedOr)
bool warplaw_cuda_syncthreads_count_result(std::uint32_t exec, const SpecialInputs* inputs, const Barriers* barriers,
                                           std::uint32_t* result) {
  return released(true, exec, inputs, barriers, result);
}
bool warplaw_cuda_syncthreads_and_or_result(std::uint32_t exec, const SpecialInputs* inputs, const Barriers* barriers,
                                            std::uint32_t* result) {
  return released(false, exec, inputs, barriers, result);
}

CudaTrigger warplaw_cuda_prof_trigger(std::uint32_t exec, std::uint32_t counter, Counters* counters) {
  const bool accepted = counter < kTriggerCounters;
  if (accepted) {
    PmtrigModifiers modifiers{1u << counter};
    Operands operands{.exec = exec};
    PmtrigChoices choices;
    Results results;
    warplaw_pmtrig_portable(&modifiers, &operands, &choices, counters, &results);
  }
  const CudaTrigger rejected = counter < kCounters ? CudaTrigger::Reserved : CudaTrigger::NoSuchCounter;
  return accepted ? CudaTrigger::Counts : rejected;
}

void warplaw_cuda_clock(std::uint32_t exec, const SpecialInputs* inputs, std::uint32_t* result) {
  clock(Cs2rSize::B32, exec, inputs, result,
        [](const Results& results, std::uint32_t lane) { return results.row[0][lane]; });
}
void warplaw_cuda_clock64(std::uint32_t exec, const SpecialInputs* inputs, std::uint64_t* result) {
  clock(Cs2rSize::B64, exec, inputs, result, [](const Results& results, std::uint32_t lane) {
    const std::uint32_t low = results.row[0][lane];
    return std::uint64_t{results.row[1][lane]} << 32 | low;
  });
}
}
