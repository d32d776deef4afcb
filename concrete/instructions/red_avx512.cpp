// RED's datapath by AVX-512: where the lanes go, and their turns there (RED-1..7).
#include "concrete/instructions/red.h"

WARPLAW_RED_DATAPATH(avx512, avx512, portable)
