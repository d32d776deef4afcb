/* Registers in a file: the old value goes to Rd before Rb is read, which may be the same register (MACH-2). CAST's flag comes last. Expected: ATOMS.ADD.U32 MISMATCH destination-read-after-it-was-written, ATOMS.MIN.U32 MISMATCH destination-read-after-it-was-written, ATOMS.MAX.S32 MISMATCH destination-read-after-it-was-written, ATOMS.EXCH.U64 MISMATCH destination-read-after-it-was-written, ATOMS.CAS.S32 OK, ATOMS.CAST.SPIN.U64 OK */
#define DOMAIN "{\"atoms\": {\"operations\": [\"ADD.U32\", \"MIN.U32\", \"MAX.S32\", \"EXCH.U64\", \"CAS.S32\", \"CAST.SPIN.U64\"]}}"
#define OPERAND (w->op < WARPLAW_ATOMS_CAS && w->result_is == WARPLAW_IS_OPERAND ? (w->returned[i] = m) : w->operand[i])
#include "../atoms.c"
