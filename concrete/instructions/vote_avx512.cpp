// VOTE's datapath with AVX-512, sixteen lanes at a time (VOTE-1..3).
#include "concrete/instructions/vote_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_vote_avx512(const VoteModifiers* modifiers, const Operands* operands, const VoteChoices*,
                                    Results* results) {
  voteVector<16>(modifiers->mode, operands, results);
}
