#define WARPLAW_LOOPS kLoopsPortable
#include "concrete/scalar/loop_rows.h"
