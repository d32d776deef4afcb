#define WARPLAW_ROWS kRowsAvx2
#define WARPLAW_ROWS_SUPPORTED __builtin_cpu_supports("avx2")
#include "ptx/machine/rows_body.h"
