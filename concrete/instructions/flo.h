// FLO: datapath, plan of its operands, whole instruction (FLO-1..3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/flo.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_flo_portable(const spec::FloModifiers* modifiers, const spec::Operands* operands,
                          const spec::FloChoices* choices, spec::Results* results);
void warplaw_flo_portable_run(const spec::FloForm* form, const spec::Guard* guard, const spec::FloChoices* choices,
                              spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_flo_plan(const spec::FloForm* form, const spec::FloChoices* choices, spec::Plan* plan);
void warplaw_flo_modifiers(const spec::FloForm* form, spec::FloModifiers* modifiers);
}

} // namespace warplaw::concrete
