// Launches as cases (spec/launch_case.h): from a run, and run again.
#pragma once
#include "ptx/text/module.h"
#include "spec/launch_case.h"
#include "tools/launch_file.h"
#include "tools/module_output.h"
#include <memory>

namespace warplaw::tools {

/// What was run, and what came of it. `module`: its text. What was expected of an array stays; of others it is what
/// they hold now.
spec::LaunchCase caseOf(const ModuleRun& run, const std::string& module);
/// What came of a run, as expected values.
spec::LaunchExpected expectedOf(const ModuleRun& run);

/// A case that is ready to run. Not to be moved: the run names the others.
struct PreparedLaunch {
  ptx::Module module;
  ptx::Kernel kernel;
  ModuleRun run; ///< `bound.expected` has every array that is expected, and those that must stay as they are
};
/// Rejected: a text that is no module, an entry that it does not have, arguments that do not fit.
boost::system::result<std::unique_ptr<PreparedLaunch>, BadCase> prepare(const spec::LaunchCase& c,
                                                                        const std::string& path);
/// The same of a module that was read before.
boost::system::result<std::unique_ptr<PreparedLaunch>, BadCase> prepare(const spec::LaunchCase& c,
                                                                        const std::string& path, ptx::Module module);

/// One line each: a finding that is not expected, or missing; elements of arrays; an end that is another.
std::vector<std::string> differencesFrom(const spec::LaunchExpected& expected, const ModuleRun& run);

} // namespace warplaw::tools
