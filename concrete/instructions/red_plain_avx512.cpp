// Where all of RED's lanes go at once, by AVX-512 (RED-2..5).
#include "concrete/instructions/red_plain.h"

WARPLAW_RED_PLAIN(avx512, 8)
