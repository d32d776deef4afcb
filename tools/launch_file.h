// Files of launches and their cases (spec/launch_case.h), told from others.
#pragma once
#include "spec/launch_case.h"
#include "tools/input.h"

namespace warplaw::tools {

/// A launch case's file, or standard input under the name "-".
boost::system::result<spec::LaunchCase, BadCase> readLaunchFile(const std::string& path);
/// Is there such a case? The answer for standard input, which is read only once, is no: it is not known.
bool isLaunchFile(const std::string& path);
/// FILE.ptx, FILE.cu, or a file whose first directive is `.version`.
bool isModuleFile(const std::string& path);

} // namespace warplaw::tools
