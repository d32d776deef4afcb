#define WARPLAW_ROWS kRowsAvx512
#define WARPLAW_ROWS_SUPPORTED                                                                                         \
  (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&    \
   __builtin_cpu_supports("avx512dq"))
#include "ptx/machine/rows_body.h"
