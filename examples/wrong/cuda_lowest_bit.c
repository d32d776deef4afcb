/* A predicate is taken for yes by its lowest bit alone (VOTE-3). Expected: __all MISMATCH, __any MISMATCH, __ballot MISMATCH */
#define SAYS_YES(word) ((word) & 1)
#include "../cuda_vote.c"
