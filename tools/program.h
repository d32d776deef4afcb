// Case files of several warps or instructions on the command line: what `exec` and `replay` make of them.
#pragma once
#include "fuzz/lane_table.h"
#include "fuzz/program.h"
#include <string>

namespace warplaw::tools {

struct ProgramRun {
  spec::ProgramCase answered; ///< the case with its outcome as expected values
  fuzz::ProgramOutcome outcome;
};
/// Every step as a lane table, put behind `shown`; null: none is made. `path`: of the executor; empty: the fastest one.
spec::Result<ProgramRun> execProgram(fuzz::Oracle& oracle, const spec::ProgramCase& c, std::string_view path,
                                     fuzz::TableOptions table, std::string* shown);

/// Every warp before and after its program.
std::string tablesOf(fuzz::Oracle& oracle, const spec::ProgramCase& c, const fuzz::ProgramOutcome& outcome,
                     fuzz::TableOptions table);

struct ProgramReplay {
  std::string differs; ///< what and where, one line; empty: everything agrees
  std::string table;   ///< of the step that differs
  std::string list;    ///< every difference as JSON, with commas
};
/// Every step through executor (on every supported path, or one) and encoding; then the outcome against the expected
/// values.
spec::Result<ProgramReplay> replayProgram(fuzz::Oracle& oracle, const spec::ProgramCase& c, std::string_view path);

} // namespace warplaw::tools
