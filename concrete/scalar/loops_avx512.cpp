#define WARPLAW_LOOPS kLoopsAvx512
#include "concrete/scalar/loop_rows.h"
