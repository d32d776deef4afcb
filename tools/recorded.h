// Recorded cases: lines of a recording that hold a whole case (corpus/recorded/). What was recorded is what the case
// expects; where an assembler computes otherwise than the rules say, the line carries what it gives beside that.
#pragma once
#include "fuzz/oracle.h"
#include "fuzz/program.h"
#include <boost/json.hpp>

namespace warplaw::tools {

struct Recorded {
  spec::ProgramCase expects;
  /// The same case with what the assembler gives as its expected values, where it differs.
  std::optional<spec::ProgramCase> assemblerGives;
};

/// Is a line of a recording one with a case?
bool holdsCase(const boost::json::object& line);
/// The rejection names what is wrong, not where the line stands.
spec::Result<Recorded> recordedFromJson(const boost::json::object& line);

/// Every path of the executor, the encoding and the third statement, each against what the case expects, and expected
/// values and assembler against each other: the first difference as one line; empty where there is none.
std::string differsFromRecorded(fuzz::Oracle& oracle, const Recorded& recorded);

} // namespace warplaw::tools
