// RED's datapath by AVX-512 with VBMI2, which lists the lanes at once (RED-1..7).
#include "concrete/instructions/red.h"

WARPLAW_RED_DATAPATH(vbmi2, avx512, vbmi2)
