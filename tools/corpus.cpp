#include "tools/corpus.h"
#include "spec/linked.h"
#include "tools/launch_file.h"
#include "tools/places.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace fs = std::filesystem;

spec::Result<std::vector<CorpusCase>> readCorpus(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json")
      files.push_back(at->path());
  if (error)
    return spec::Rejection{"file", fmt::format("{} cannot be read: {}", folder, error.message()), "--corpus FOLDER"};
  std::ranges::sort(files);
  std::vector<CorpusCase> cases;
  for (const fs::path& file : files) {
    if (isLaunchFile(file)) // no instruction of which a rule speaks
      continue;
    try {
      auto read = spec::readProgramCase(file);
      if (!read)
        return read.error();
      cases.push_back({fs::relative(file, folder), std::move(*read)});
    } catch (const spec::NotLinked&) { // of the project's own cases those of other instructions are not asked for
      if (folder != places().corpus)
        throw;
    }
  }
  return cases;
}

} // namespace warplaw::tools
