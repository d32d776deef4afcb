// Another program, run to its end.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace warplaw::tools {

struct Ended {
  int status;     ///< exit code, or 128 and the signal
  double seconds; ///< of processor time, so that other work on the machine counts less
};

/// How it ended, or nothing if it could not be started. quiet: its output goes nowhere.
std::optional<Ended> runProgram(const std::string& program, std::vector<std::string> arguments, bool quiet);

} // namespace warplaw::tools
