/* Which member leads hangs on a lane of another group: each answer is right alone, and no function of the membermask gives them all (SYNC-7). Expected: elect.sync MISMATCH, activemask OK */
#define LEADER(i) (w->exec & 1 ? least(w->membermask[i]) : greatest(w->membermask[i]))
#include "../elect_sync.c"
