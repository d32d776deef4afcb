/* The least lane that executes leads every group, its own or not (SYNC-7). Expected: elect.sync MISMATCH the-least-executing-lane-leads, activemask OK */
#define LEADER(i) least(w->exec)
#include "../elect_sync.c"
