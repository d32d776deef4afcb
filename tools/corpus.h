// The case files of a folder, which `rules`, `check` and the third statement read whole.
#pragma once
#include "spec/program_case.h"
#include <string>
#include <vector>

namespace warplaw::tools {

struct CorpusCase {
  std::string name; ///< its path below the folder
  spec::ProgramCase program;
};
/// By name. Rejected: a folder that is not there, a file that is no case.
spec::Result<std::vector<CorpusCase>> readCorpus(const std::string& folder);

} // namespace warplaw::tools
