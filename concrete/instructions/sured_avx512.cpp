// SURED's datapath by AVX-512: where the lanes go, and RED's turns there (SURED-1..9).
#include "concrete/instructions/sured.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sured_avx512(const SuredModifiers* modifiers, const Operands* operands,
                                     const SuredChoices* choices, GenericBytes memory, const GenericRegions* regions,
                                     const Surfaces* surfaces, Results* results) {
  Results reached;
  warplaw_sured_reach_avx512(modifiers, operands, choices, regions, surfaces, &reached);
  RedModifiers redModifiers;
  Operands redOperands;
  RedChoices redChoices = {.order = {}, .orderHigh = {}, .highBitsCount = 0, .nanHigh = {}}; // set below
  warplaw_sured_reduction(modifiers, operands, choices, &redModifiers, &redOperands, &redChoices);
  warplaw_red_take(&redModifiers, &redOperands, &redChoices, memory, &reached, results);
}
