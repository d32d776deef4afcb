// Where all of RED's lanes go at once (RED-2..5).
#include "concrete/instructions/red_plain.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" std::uint32_t warplaw_red_plain_portable(const RedModifiers* modifiers, const Operands* operands,
                                                    const RedChoices*, const GenericRegions* regions,
                                                    const SpecialInputs* inputs, Results* results) {
  return plainLanes<4>(modifiers, operands, regions, inputs, results);
}
