// Compares a user's PTX operations of one thread (warplaw_ptx of include/warplaw/executor.h) with the shipped
// executors, which are proved, but for computed floats, which are checked (PTX-20 to PTX-33).
#pragma once
#include "check/run.h"

namespace warplaw::check {

/// Every opcode of which a rule says what it gives is a form. It is asked one case first, by which it may decline; then
/// pairs of boundaries and random words in turns, as long as `seconds` or RunOptions::cases say, and a first turn in
/// any case. What is wrong is shown with the smallest operands that were found.
FamilyReport runPtx(Executor& executor, const RunOptions& options, double seconds);
using RunsPtx = FamilyReport (*)(Executor&, const RunOptions&, double);
extern const RunsPtx kRunPtx; ///< runPtx; null in a build of some instructions (cmake/Instructions.cmake)

} // namespace warplaw::check
