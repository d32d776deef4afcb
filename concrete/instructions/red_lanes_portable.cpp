// Where each of RED's lanes goes by itself, or why it does not (RED-2..5, MACH-8).
#include "concrete/instructions/red_lane.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_red_lanes_portable(const RedModifiers* modifiers, const Operands* operands,
                                           const RedChoices* choices, const GenericRegions* regions,
                                           const SpecialInputs* inputs, Results* results) {
  eachLane<redReach<placeInUsed>>(modifiers, operands, choices, results, regions, inputs);
}
