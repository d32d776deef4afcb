// The loops that one would write first: see first_loops.h.
#include "bench/first_loops.h"
#include <cstring>

namespace warplaw::bench {
namespace {
using namespace spec;

enum Error : std::uint8_t { kNone, kOutside, kMisaligned };

/// ATOMS-2 and -4: a lane's address and its error.
struct Access {
  std::uint32_t address;
  Error error;
};
Access accessOf(const AtomsModifiers& modifiers, std::uint32_t base, std::uint32_t allocated) {
  const std::uint32_t immediate = modifiers.imm24;
  const std::uint32_t address = modifiers.baseIsZero
                                    ? immediate
                                    : base + static_cast<std::uint32_t>(static_cast<std::int32_t>(immediate << 8) >> 8);
  const bool outside = std::uint64_t{address} + 4 > allocated;
  return {address, outside ? kOutside : address % 4 ? kMisaligned : kNone};
}

/// ATOMS-5: the executing lanes without error, one after the other; `step` takes the lane, its bank and its cell.
template <class Step>
void firstAtomsLoop(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                    SharedBytes shared, Results* results, Step step) {
  results->written[0] = results->written[1] = results->predicateWritten = 0;
  for (const std::uint8_t lane : choices->order) {
    results->error[lane] = kNone;
    if (!(operands->exec >> lane & 1))
      continue;
    const Access access = accessOf(*modifiers, operands->row[atoms_rows::kBase][lane], shared.allocated);
    results->error[lane] = access.error;
    if (access.error)
      continue;
    std::uint32_t cell;
    std::memcpy(&cell, shared.bytes + access.address, 4);
    step(lane, access.address / 4 % 32, cell);
    std::memcpy(shared.bytes + access.address, &cell, 4);
    results->written[0] |= 1u << lane;
  }
}
} // namespace

void firstShflLoop(const ShflModifiers* modifiers, const Operands* operands, const ShflChoices* choices,
                   Results* results) {
  const std::uint32_t exec = operands->exec;
  results->predicate &= ~exec;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(exec >> lane & 1))
      continue;
    const int b = operands->row[1][lane] & 31, clamp = operands->row[2][lane] & 31,
              seg = operands->row[2][lane] >> 8 & 31;
    const int first = lane & seg, last = first | (clamp & ~seg);
    int from = lane;
    bool inside = false;
    switch (static_cast<ShflMode>(modifiers->mode)) {
    case ShflMode::Idx:
      from = first | (b & ~seg);
      inside = from <= last;
      break;
    case ShflMode::Up:
      from = lane - b;
      inside = from >= last;
      break;
    case ShflMode::Down:
      from = lane + b;
      inside = from <= last;
      break;
    case ShflMode::Bfly:
      from = lane ^ b;
      inside = from <= last;
      break;
    }
    if (!inside)
      from = lane;
    results->row[0][lane] = exec >> from & 1 ? operands->row[0][from] : choices->inactive[lane];
    if (inside)
      results->predicate |= 1u << lane;
    results->error[lane] = 0;
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
}

void firstVoteLoop(const VoteModifiers* modifiers, const Operands* operands, const VoteChoices*, Results* results) {
  const std::uint32_t exec = operands->exec, ballot = exec & operands->predicate;
  bool holds = false;
  switch (static_cast<VoteMode>(modifiers->mode)) {
  case VoteMode::All:
    holds = ballot == exec;
    break;
  case VoteMode::Any:
    holds = ballot != 0;
    break;
  case VoteMode::Eq:
    holds = ballot == exec || ballot == 0;
    break;
  }
  results->predicate &= ~exec;
  for (int lane = 0; lane < 32; ++lane) {
    results->error[lane] = 0;
    if (!(exec >> lane & 1))
      continue;
    results->row[0][lane] = ballot;
    if (holds)
      results->predicate |= 1u << lane;
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
}

void firstAddLoop(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                  SharedBytes shared, Results* results) {
  firstAtomsLoop(modifiers, operands, choices, shared, results,
                 [=](std::uint32_t lane, std::uint32_t, std::uint32_t& cell) {
                   results->row[0][lane] = cell;
                   cell += operands->row[atoms_rows::kOperand][lane];
                 });
}

void firstSpinLoop(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                   SharedBytes shared, Results* results) {
  bool taken[32] = {};
  firstAtomsLoop(modifiers, operands, choices, shared, results,
                 [&taken, operands, results](std::uint32_t lane, std::uint32_t bank, std::uint32_t& cell) {
                   const bool wins = !taken[bank] && cell == operands->row[atoms_rows::kOperand][lane];
                   taken[bank] = true;
                   results->row[0][lane] = wins;
                   if (wins)
                     cell = operands->row[atoms_rows::kSwap][lane];
                 });
}

} // namespace warplaw::bench
