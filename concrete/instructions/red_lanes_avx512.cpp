// Where each of RED's lanes goes by itself, sixteen at a time (AVX-512).
#include "concrete/instructions/red_lane.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" __attribute__((min_vector_width(512))) void
warplaw_red_lanes_avx512(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                         const GenericRegions* regions, const SpecialInputs* inputs, Results* results) {
  if (hasOneRegion(regions))
    lanesAtOnce<redReach<placeInFirst>>(modifiers, operands, choices, results, regions, inputs);
  else
    lanesAtOnce<redReach<placeInAny>>(modifiers, operands, choices, results, regions, inputs);
}
