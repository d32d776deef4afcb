// VOTE's datapath (VOTE-1..3): all of it is arithmetic on masks of lanes.
#include "concrete/instructions/vote.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vote_portable(const VoteModifiers* modifiers, const Operands* operands, const VoteChoices*,
                                      Results* results) {
  const std::uint32_t exec = operands->exec;
  const std::uint32_t ballot = exec & operands->predicate;
  const bool all = ballot == exec, any = ballot != 0;
  const bool isAll = modifiers->mode == static_cast<std::uint32_t>(VoteMode::All);
  const bool isAny = modifiers->mode == static_cast<std::uint32_t>(VoteMode::Any);
  const bool holds = isAll ? all : isAny ? any : all | !any;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t old = results->row[0][lane];
    results->row[0][lane] = exec >> lane & 1 ? ballot : old;
  }
  writesRdOnly(exec, results);
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (holds ? exec : 0);
}
