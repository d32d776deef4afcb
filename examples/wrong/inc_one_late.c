/* INC starts again one late (ATOMS-6). Expected: ATOMS.INC.U32 MISMATCH inc-starts-again-one-late, ATOMS.* OK */
#define INCREMENTED(m, b) ((m) > (b) ? 0 : (m) + 1)
#include "../atoms.c"
