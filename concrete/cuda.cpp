// CUDA's warp functions as the instructions that they lower to (CSHFL-1, VOTE-1..3): operands are made of the arguments
// and handed to the datapath that is proved.
#include "concrete/cuda.h"
#include "concrete/instructions/shfl.h"
#include "concrete/instructions/vote.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

bool isWidth(std::uint32_t width) {
  return width == 1 || width == 2 || width == 4 || width == 8 || width == 16 || width == 32;
}

// Operands are made with what is known at once, and a rejection is no return of its own: LLVM 19 makes one memset of
// zeros that are filled in later and then cuts it with its old dereferenceable(), which is undefined behaviour; and the
// front end keeps what is returned at several places in an i1 in memory, which the lifter does not take.

__attribute__((always_inline)) inline bool shuffle(ShflMode mode, std::uint32_t exec, const std::uint32_t* var,
                                                   const std::uint32_t* x, std::uint32_t width,
                                                   const std::uint32_t* inactive, std::uint32_t* result) {
  const bool accepted = isWidth(width);
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

/// answer(results, lane): what a lane of exec receives.
template <class Answer>
__attribute__((always_inline)) inline void vote(VoteMode mode, std::uint32_t exec, const std::uint32_t* predicate,
                                                std::uint32_t* result, Answer answer) {
  std::uint32_t votes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    votes |= static_cast<std::uint32_t>(predicate[lane] != 0) << lane;
  VoteModifiers modifiers{static_cast<std::uint32_t>(mode)};
  Operands operands{.exec = exec, .predicate = votes};
  VoteChoices choices;
  Results results;
  warplaw_vote_portable(&modifiers, &operands, &choices, &results);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    if (exec >> lane & 1)
      result[lane] = answer(results, lane);
}

std::uint32_t quantifier(const Results& results, std::uint32_t lane) { return results.predicate >> lane & 1; }
std::uint32_t ballot(const Results& results, std::uint32_t lane) { return results.row[0][lane]; }

} // namespace

extern "C" {
bool warplaw_cuda_shfl(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                       const std::uint32_t* inactive, std::uint32_t* result) {
  return shuffle(ShflMode::Idx, exec, var, x, width, inactive, result);
}
bool warplaw_cuda_shfl_up(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                          const std::uint32_t* inactive, std::uint32_t* result) {
  return shuffle(ShflMode::Up, exec, var, x, width, inactive, result);
}
bool warplaw_cuda_shfl_down(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                            const std::uint32_t* inactive, std::uint32_t* result) {
  return shuffle(ShflMode::Down, exec, var, x, width, inactive, result);
}
bool warplaw_cuda_shfl_xor(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                           const std::uint32_t* inactive, std::uint32_t* result) {
  return shuffle(ShflMode::Bfly, exec, var, x, width, inactive, result);
}
void warplaw_cuda_any(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::Any, exec, predicate, result, quantifier);
}
void warplaw_cuda_all(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::All, exec, predicate, result, quantifier);
}
void warplaw_cuda_ballot(std::uint32_t exec, const std::uint32_t* predicate, std::uint32_t* result) {
  vote(VoteMode::Any, exec, predicate, result, ballot);
}
}
