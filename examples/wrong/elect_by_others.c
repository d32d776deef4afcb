/* The leader depends on a lane of another group: each answer is right alone, but no function of the membermask gives all of them (SYNC-7). Expected: elect.sync MISMATCH, activemask OK */
#define LEADER(i) (w->exec & 1 ? least(w->membermask[i]) : greatest(w->membermask[i]))
#include "../elect_sync.c"
