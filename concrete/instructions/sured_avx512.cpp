// SURED's datapath by AVX-512: where the lanes go, and RED's turns there (SURED-1..9).
#include "concrete/instructions/sured.h"

WARPLAW_SURED_DATAPATH(avx512)
