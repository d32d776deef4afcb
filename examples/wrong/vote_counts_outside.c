/* Every lane that executes is counted, members or not (SYNC-3). Expected: vote.sync.all MISMATCH all-executing-lanes-vote, vote.sync.any MISMATCH all-executing-lanes-vote, vote.sync.uni MISMATCH all-executing-lanes-vote, vote.sync.ballot MISMATCH all-executing-lanes-vote */
#define MEMBERS(i) w->exec
#include "../vote_sync.c"
