/* INC adds the limit (ATOMS-6). Expected: ATOMS.INC.U32 MISMATCH inc-adds-its-limit, ATOMS.* OK */
#define INCREMENTED(m, b) ((m) >= (b) ? 0 : (m) + (b))
#include "../atoms.c"
