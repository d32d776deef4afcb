// SHFL's executors: datapaths over fetched operands (SHFL-1..8) and the plan of its operands (SHFL-9).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/shfl.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::shfl_rows. Of results it sets written = {exec, 0}, predicateWritten = exec and error = None
/// in all lanes; row 0 and predicate change in the lanes of exec, and nowhere else; row 1 does not change. Pointers do
/// not alias. mode is spec::ShflMode. These are the functions that are lifted and proved, one a path; extern "C" so
/// that bitcode finds them.
extern "C" {
void warplaw_shfl_portable(std::uint32_t mode, const spec::Operands* operands, const spec::ShflChoices* choices,
                           spec::Results* results);
void warplaw_shfl_avx512(std::uint32_t mode, const spec::Operands* operands, const spec::ShflChoices* choices,
                         spec::Results* results);
void warplaw_shfl_plan(const spec::ShflForm* form,
                       spec::Plan* plan); ///< fills sources and destinations; the guard is the caller's
}

} // namespace warplaw::concrete
