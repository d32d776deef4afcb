// Where RED's lanes go, or why they do not (RED-2..5, MACH-8).
#include "concrete/instructions/red.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_reach_avx512(const RedModifiers* modifiers, const Operands* operands,
                                         const RedChoices* choices, const GenericRegions* regions,
                                         const SpecialInputs* inputs, Results* results) {
  if (warplaw_red_plain_avx512(modifiers, operands, choices, regions, inputs, results))
    writesRdOnly(operands->exec, results);
  else
    warplaw_red_lanes_avx512(modifiers, operands, choices, regions, inputs, results);
}
