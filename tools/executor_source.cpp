#include "tools/executor_source.h"
#include "spec/shell_word.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::tools {
using spec::shellWord;

std::string ExecutorSource::name() const { return files.empty() ? "--pipe" : fmt::format("{}", fmt::join(files, " ")); }

std::string ExecutorSource::replayOptions() const {
  if (files.empty())
    return "--pipe " + shellWord(command);
  std::vector<std::string> words;
  for (const std::string& file : files)
    words.push_back("--executor " + shellWord(file));
  for (const std::string& folder : folders)
    words.push_back("-I " + shellWord(folder));
  for (const std::string& definition : definitions)
    words.push_back("-D " + shellWord(definition));
  return fmt::format("{}", fmt::join(words, " "));
}

void addSourceOptions(Subcommand& command, ExecutorSource& source) {
  command.options({
      {"-I", source.folders, "a folder with headers for the executor's sources (repeatable)", kReadableFolder},
      {"-D", source.definitions, "NAME or NAME=VALUE, a macro for the executor's sources (repeatable)"},
  });
}

} // namespace warplaw::tools
