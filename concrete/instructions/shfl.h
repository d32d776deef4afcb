// SHFL's executors: datapaths over fetched operands (SHFL-1..8), the plan of its operands (SHFL-9), whole instructions.
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/shfl.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::shfl_rows. Of results it sets written = {exec, 0}, predicateWritten = exec and error = None
/// in all lanes; row 0 and predicate change in the lanes of exec, and nowhere else; row 1 does not change. Pointers do
/// not alias. These are the functions that are lifted and proved, one a path; extern "C" so that bitcode finds them.
using ShflDatapath = void(const spec::ShflModifiers* modifiers, const spec::Operands* operands,
                          const spec::ShflChoices* choices, spec::Results* results);
/// The whole instruction.
using ShflEntry = void(const spec::ShflForm* form, const spec::Guard* guard, const spec::ShflChoices* choices,
                       spec::Warp* warp);

extern "C" {
ShflDatapath warplaw_shfl_portable, warplaw_shfl_avx2, warplaw_shfl_avx512;
ShflEntry warplaw_shfl_portable_run, warplaw_shfl_avx2_run, warplaw_shfl_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_shfl_plan(const spec::ShflForm* form, const spec::ShflChoices* choices, spec::Plan* plan);
void warplaw_shfl_modifiers(const spec::ShflForm* form, spec::ShflModifiers* modifiers);
}

} // namespace warplaw::concrete
