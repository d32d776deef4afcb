/* All lanes execute, whatever exec says (MACH-1, SHFL-7). Expected: SHFL.IDX MISMATCH all-lanes-execute, SHFL.UP MISMATCH all-lanes-execute, SHFL.DOWN MISMATCH all-lanes-execute, SHFL.BFLY MISMATCH all-lanes-execute */
#define IS_ON(lane) ((void)w, (lane) < 32)
#include "shfl.h"
