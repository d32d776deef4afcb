// Reports as JUnit XML, which every CI shows: suites of cases, each passed, failed, in error or skipped. Its schema is
// tests/tools/junit.xsd.
#pragma once
#include "spec/rejection.h"
#include <span>
#include <string>
#include <vector>

namespace warplaw::tools {

enum class JunitOutcome : std::uint8_t {
  Passed,
  Failed, ///< a counterexample
  Error,  ///< nothing is known
  Skipped
};
struct JunitCase {
  std::string group; ///< what CI calls a class: a theorem, a family
  std::string name;
  double seconds = 0;
  JunitOutcome outcome = JunitOutcome::Passed;
  std::string kind;    ///< of what is not passed: "REFUTED", "MISMATCH"
  std::string message; ///< one line
  std::string text;    ///< all of it
};
struct JunitSuite {
  std::string name; ///< shown with warplaw's version before it
  double seconds = 0;
  std::vector<JunitCase> cases;
  std::vector<std::pair<std::string, std::string>> properties = {}; ///< what made it, under its name
};

/// As writeReportFile (tools/output.h).
spec::Result<void> writeJunit(const std::string& path, std::span<const JunitSuite> suites);

} // namespace warplaw::tools
