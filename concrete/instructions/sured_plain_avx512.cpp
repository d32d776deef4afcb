// Where all of SURED's lanes go at once, by AVX-512 (SURED-1, SURED-4..8).
#include "concrete/instructions/sured_plain.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" __attribute__((min_vector_width(512))) std::uint32_t
warplaw_sured_plain_avx512(const SuredModifiers* modifiers, const Operands* operands, const SuredChoices* choices,
                           const GenericRegions* regions, const Surfaces* surfaces, Results* results) {
  return plainLanes<16>(modifiers, operands, choices, regions, surfaces, results);
}
