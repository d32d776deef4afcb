// Where all of RED's lanes go at once, by AVX-512 (RED-2..5).
#include "concrete/instructions/red_plain.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" __attribute__((min_vector_width(512))) std::uint32_t
warplaw_red_plain_avx512(const RedModifiers* modifiers, const Operands* operands, const RedChoices*,
                         const GenericRegions* regions, const SpecialInputs* inputs, Results* results) {
  return plainLanes<16>(modifiers, operands, regions, inputs, results);
}
