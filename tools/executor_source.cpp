#include "tools/executor_source.h"
#include "tools/input_option.h"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::tools {
namespace {

/// As one word of a shell: quoted where it would be more than one, or another one.
std::string wordOf(const std::string& text) {
  const auto isPlain = [](unsigned char c) { return std::isalnum(c) || std::strchr("_./=+,:@%-", c); };
  if (!text.empty() && std::ranges::all_of(text, isPlain))
    return text;
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

} // namespace

std::string ExecutorSource::name() const { return files.empty() ? "--pipe" : fmt::format("{}", fmt::join(files, " ")); }

std::string ExecutorSource::replayOptions() const {
  if (files.empty())
    return "--pipe " + wordOf(command);
  std::vector<std::string> words;
  for (const std::string& file : files)
    words.push_back("--executor " + wordOf(file));
  for (const std::string& folder : folders)
    words.push_back("-I " + wordOf(folder));
  for (const std::string& definition : definitions)
    words.push_back("-D " + wordOf(definition));
  return fmt::format("{}", fmt::join(words, " "));
}

void addSourceOptions(CLI::App& command, ExecutorSource& source) {
  readsFolder(command.add_option("-I", source.folders,
                                 "a folder for headers of the executor's sources; may stand several times"))
      ->allow_extra_args(false);
  command.add_option("-D", source.definitions, "NAME or NAME=VALUE, a macro of its sources; may stand several times")
      ->allow_extra_args(false);
}

} // namespace warplaw::tools
