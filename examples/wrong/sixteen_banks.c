/* .SPIN parts memory into sixteen banks, not 32 (ATOMS-10), and takes even lanes first; it does not report this order. Expected: ATOMS.CAST.SPIN.U32 MISMATCH sixteen-banks, ATOMS.CAST.SPIN.S32 MISMATCH sixteen-banks, ATOMS.CAST.SPIN.U64 MISMATCH sixteen-banks */
#define DOMAIN "{\"atoms\": {\"operations\": [\"CAST.SPIN.U32\", \"CAST.SPIN.S32\", \"CAST.SPIN.U64\"]}}"
#define BANKS 16
#define LANE_AT(k) (((k) * 2 + (k) / 16) % WARPLAW_LANES)
#include "../atoms.c"
