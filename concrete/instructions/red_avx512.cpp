// RED's datapath by AVX-512: where the lanes go, and their turns there (RED-1..7).
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_avx512(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                                   GenericBytes memory, const GenericRegions* regions, const SpecialInputs* inputs,
                                   Results* results) {
  Results reached;
  warplaw_red_reach_avx512(modifiers, operands, choices, regions, inputs, &reached);
  warplaw_red_take(modifiers, operands, choices, memory, &reached, results);
}
