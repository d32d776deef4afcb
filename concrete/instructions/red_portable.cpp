// RED's datapath: where the lanes go, and their turns there (RED-1..7).
#include "concrete/instructions/red.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_portable(const RedModifiers* modifiers, const Operands* operands, const RedChoices* choices,
                                     GenericBytes memory, const GenericRegions* regions, const SpecialInputs* inputs,
                                     Results* results) {
  Results reached;
  warplaw_red_reach_portable(modifiers, operands, choices, regions, inputs, &reached);
  warplaw_red_take(modifiers, operands, choices, memory, &reached, results);
}
