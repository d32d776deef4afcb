// Where RED's lanes go, or why they do not (RED-2..5, MACH-8).
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"

WARPLAW_REACH(Red, red, SpecialInputs, inputs, avx512, avx512)
