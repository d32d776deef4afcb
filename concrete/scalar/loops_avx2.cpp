#define WARPLAW_LOOPS kLoopsAvx2
#include "concrete/scalar/loop_rows.h"
