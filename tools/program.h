// Case files of several warps or instructions on the command line: what `exec` and `replay` make of them.
#pragma once
#include "fuzz/lane_table.h"
#include "fuzz/right_outcomes.h"
#include "fuzz/unpromised.h"
#include <boost/json/array.hpp>
#include <string>

namespace warplaw::fuzz {
class Oracle;
}

namespace warplaw::tools {

struct ProgramRun {
  spec::ProgramCase answered; ///< the case with its outcome as expected values
  fuzz::ProgramOutcome outcome;
  std::vector<fuzz::UndefinedStep> undefined; ///< steps that leave something open, in the order of the run
  std::vector<fuzz::MayBeAny> warps;          ///< what may be anything at the end, of each
  std::vector<fuzz::MayBeAny> memories; ///< the same, in the order of eachMemory; with the first of them the cells
};
/// "portable" or another path of that instruction; a rejection lists them.
spec::Result<void> checkPath(spec::Mnemonic mnemonic, std::string_view path);
/// Every instruction of the program must have the path.
spec::Result<void> checkPaths(const spec::ProgramCase& c, std::string_view path);

/// Every step as a lane table, put behind `shown`; null: none is made. `path`: of the executor; empty: the fastest one.
spec::Result<ProgramRun> execProgram(fuzz::Readers& readers, const spec::ProgramCase& c, std::string_view path,
                                     fuzz::TableOptions table, std::string* shown);

/// Every warp before and after its program, and a line for each step that is undefined for some lanes.
std::string tablesOf(fuzz::Readers& readers, const spec::ProgramCase& c, const ProgramRun& run,
                     fuzz::TableOptions table);
/// Those lines, of which there may be very many, without the last ones then.
std::vector<std::string> undefinedLines(const spec::ProgramCase& c, const ProgramRun& run);

/// A case as JSON, in one line, with two lists behind its members where they are not empty: `any`, places that may hold
/// anything afterwards, and `undefined`, steps that leave some open, and why (docs/case_format.md); and with `right`
/// where several outcomes are right.
std::string inOneLine(const spec::Case& answered, const fuzz::AnyInStep& any,
                      const std::optional<fuzz::RightOutcomes>& right);
std::string inOneLine(const ProgramRun& run);

struct ProgramReplay {
  std::string differs;     ///< what and where, one line; empty: everything agrees
  std::string table;       ///< of the step that differs
  boost::json::array list; ///< every difference
};
/// Every step through executor (on every supported path, or one) and encoding; then the outcome against the expected
/// values.
spec::Result<ProgramReplay> replayProgram(fuzz::Oracle& oracle, const spec::ProgramCase& c, std::string_view path);

} // namespace warplaw::tools
