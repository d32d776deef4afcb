// Where all of SURED's lanes go at once (SURED-1, SURED-4..8).
#include "concrete/instructions/sured_plain.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" std::uint32_t warplaw_sured_plain_portable(const SuredModifiers* modifiers, const Operands* operands,
                                                      const SuredChoices* choices, const GenericRegions* regions,
                                                      const Surfaces* surfaces, Results* results) {
  return plainLanes<4>(modifiers, operands, choices, regions, surfaces, results);
}
