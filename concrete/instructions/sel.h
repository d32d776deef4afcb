// SEL: datapath, plan of its operands, whole instruction (SEL-1, SEL-2).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/sel.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Results as concrete/lanewise.h sets them. Pointers do not alias.
void warplaw_sel_portable(const spec::SelModifiers* modifiers, const spec::Operands* operands,
                          const spec::SelChoices* choices, spec::Results* results);
void warplaw_sel_portable_run(const spec::SelForm* form, const spec::Guard* guard, const spec::SelChoices* choices,
                              spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_sel_plan(const spec::SelForm* form, const spec::SelChoices* choices, spec::Plan* plan);
void warplaw_sel_modifiers(const spec::SelForm* form, spec::SelModifiers* modifiers);
}

} // namespace warplaw::concrete
