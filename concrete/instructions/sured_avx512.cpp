// SURED's datapath by AVX-512: where the lanes go, and RED's turns there (SURED-1..9).
#include "concrete/instructions/sured.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

WARPLAW_SURED_DATAPATH(avx512)
