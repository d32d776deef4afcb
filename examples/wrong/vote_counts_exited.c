/* Lanes that have exited vote as long as they are named (SYNC-1). Expected: vote.sync.all MISMATCH members-that-have-exited-vote, vote.sync.any MISMATCH members-that-have-exited-vote, vote.sync.uni MISMATCH members-that-have-exited-vote, vote.sync.ballot MISMATCH members-that-have-exited-vote */
#define MEMBERS(i) w->membermask[i]
#include "../vote_sync.c"
