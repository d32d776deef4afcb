// S2R: datapath, plan of its operands, whole instruction (SR-1, SR-2, SR-3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/s2r.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias. The inputs are legal (spec::faultOf), whatever is
/// read of them: no CTA is 0 threads wide.
void warplaw_s2r_portable(const spec::S2rModifiers* modifiers, const spec::Operands* operands,
                          const spec::S2rChoices* choices, const spec::SpecialInputs* inputs, spec::Results* results);
void warplaw_s2r_portable_run(const spec::S2rForm* form, const spec::Guard* guard, const spec::S2rChoices* choices,
                              spec::Warp* warp, const spec::SpecialInputs* inputs);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_s2r_plan(const spec::S2rForm* form, const spec::S2rChoices* choices, spec::Plan* plan);
void warplaw_s2r_modifiers(const spec::S2rForm* form, spec::S2rModifiers* modifiers);
}

} // namespace warplaw::concrete
