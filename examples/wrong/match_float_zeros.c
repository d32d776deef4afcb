/* Values compare as floats, zeros of either sign alike (SYNC-4: as bits). Expected: match.any.sync.b32 MISMATCH zeros-of-floats-are-alike, match.any.sync.b64 MISMATCH zeros-of-floats-are-alike, match.all.sync.b32 MISMATCH zeros-of-floats-are-alike, match.all.sync.b64 MISMATCH zeros-of-floats-are-alike */
#define PLAIN(word) ((word) == 0x80000000 ? 0 : (word))
#define ALIKE(i, j) (PLAIN(w->value[i]) == PLAIN(w->value[j]) && w->high[i] == w->high[j])
#include "../match_sync.c"
