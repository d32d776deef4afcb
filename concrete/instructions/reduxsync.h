// redux.sync: datapaths, plan of its operands, whole instruction (SYNC-5).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/reduxsync.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Of results it sets written = {exec, 0}, predicateWritten = 0 and error = None in all lanes; row 0 changes in the
/// lanes of exec, and nothing else. Pointers do not alias.
using ReduxsyncDatapath = void(const spec::ReduxsyncModifiers* modifiers, const spec::Operands* operands,
                               const spec::ReduxsyncChoices* choices, const spec::ExitedLanes* exited,
                               spec::Results* results);
/// The whole instruction.
using ReduxsyncEntry = void(const spec::ReduxsyncForm* form, const spec::Guard* guard,
                            const spec::ReduxsyncChoices* choices, spec::Warp* warp, const spec::ExitedLanes* exited);

extern "C" {
ReduxsyncDatapath warplaw_reduxsync_portable, warplaw_reduxsync_avx512;
ReduxsyncEntry warplaw_reduxsync_portable_run, warplaw_reduxsync_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_reduxsync_plan(const spec::ReduxsyncForm* form, const spec::ReduxsyncChoices* choices, spec::Plan* plan);
void warplaw_reduxsync_modifiers(const spec::ReduxsyncForm* form, spec::ReduxsyncModifiers* modifiers);
}

} // namespace warplaw::concrete
