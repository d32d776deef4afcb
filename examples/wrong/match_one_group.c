/* All lanes that execute are one group, whatever they name (SYNC-4). Expected: match.any.sync.b32 MISMATCH all-executing-lanes-compared, match.any.sync.b64 MISMATCH all-executing-lanes-compared, match.all.sync.b32 MISMATCH all-executing-lanes-compared, match.all.sync.b64 MISMATCH all-executing-lanes-compared */
#define MEMBERS(i) w->exec
#include "../match_sync.c"
