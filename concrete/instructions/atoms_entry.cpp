// ATOMS on a warp, an entry a path (ATOMS-1..10).
#include "concrete/entry.h"
#include "concrete/instructions/atoms.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" {
void warplaw_atoms_portable_run(const AtomsForm* form, const Guard* guard, const AtomsChoices* choices, Warp* warp,
                                SharedBytes shared) {
  runOnWarp<warplaw_atoms_plan, warplaw_atoms_modifiers, warplaw_atoms_portable, AtomsModifiers>(form, guard, choices,
                                                                                                 warp, shared);
}
void warplaw_atoms_vbmi2_run(const AtomsForm* form, const Guard* guard, const AtomsChoices* choices, Warp* warp,
                             SharedBytes shared) {
  runOnWarp<warplaw_atoms_plan, warplaw_atoms_modifiers, warplaw_atoms_vbmi2, AtomsModifiers>(form, guard, choices,
                                                                                              warp, shared);
}
}
