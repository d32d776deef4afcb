/* Registers in a file: where d is a, lanes compare with what lanes below them have written (MACH-2). With 64 bits, d is not a half of a. Expected: match.any.sync.b32 MISMATCH destination-read-after-it-was-written, match.any.sync.b64 OK, match.all.sync.b32 MISMATCH destination-read-after-it-was-written, match.all.sync.b64 OK */
#define A(lane) (w->result_is == WARPLAW_IS_VALUE ? w->result[lane] : w->value[lane])
#define ALIKE(i, j) (A(i) == A(j) && w->high[i] == w->high[j])
#include "../match_sync.c"
