// ISETP: datapath, plan of its operands, whole instruction (ISETP-1..3).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/isetp.h"
#include "spec/state.h"

namespace warplaw::concrete {

extern "C" {
/// Of results it sets written = {0, 0}, predicateWritten = exec and error = None in all lanes; predicate changes in the
/// lanes of exec, and no row does. Pointers do not alias.
void warplaw_isetp_portable(const spec::IsetpModifiers* modifiers, const spec::Operands* operands,
                            const spec::IsetpChoices* choices, spec::Results* results);
void warplaw_isetp_portable_run(const spec::IsetpForm* form, const spec::Guard* guard,
                                const spec::IsetpChoices* choices, spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_isetp_plan(const spec::IsetpForm* form, const spec::IsetpChoices* choices, spec::Plan* plan);
void warplaw_isetp_modifiers(const spec::IsetpForm* form, spec::IsetpModifiers* modifiers);
}

} // namespace warplaw::concrete
