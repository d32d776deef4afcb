// VOTE's datapath, four lanes at a time, which every processor has registers for (VOTE-1..3).
#include "concrete/instructions/vote_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vote_portable(const VoteModifiers* modifiers, const Operands* operands, const VoteChoices*,
                                      Results* results) {
  voteVector<4>(modifiers->mode, operands, results);
}
