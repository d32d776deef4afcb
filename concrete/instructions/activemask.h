// activemask: datapath, plan of its operands, whole instruction (SYNC-6).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/activemask.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written = {exec, 0}, predicateWritten = 0 and error = None in all lanes; row 0 changes in the
/// lanes of exec. Pointers do not alias.
void warplaw_activemask_portable(const spec::ActivemaskModifiers* modifiers, const spec::Operands* operands,
                                 const spec::ActivemaskChoices* choices, spec::Results* results);
void warplaw_activemask_portable_run(const spec::ActivemaskForm* form, const spec::Guard* guard,
                                     const spec::ActivemaskChoices* choices, spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_activemask_plan(const spec::ActivemaskForm* form, const spec::ActivemaskChoices* choices,
                             spec::Plan* plan);
void warplaw_activemask_modifiers(const spec::ActivemaskForm* form, spec::ActivemaskModifiers* modifiers);
}

} // namespace warplaw::concrete
