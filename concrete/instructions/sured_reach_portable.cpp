// Which element of which surface each of SURED's lanes reaches, or why it reaches none (SURED-3..8, SURED-11, RED-5,
// MACH-8).
#include "concrete/instructions/sured.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sured_reach_portable(const SuredModifiers* modifiers, const Operands* operands,
                                             const SuredChoices* choices, const GenericRegions* regions,
                                             const Surfaces* surfaces, Results* results) {
  if (warplaw_sured_plain_portable(modifiers, operands, choices, regions, surfaces, results))
    writesRdOnly(operands->exec, results);
  else
    warplaw_sured_lanes_portable(modifiers, operands, choices, regions, surfaces, results);
}
