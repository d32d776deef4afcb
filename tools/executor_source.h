// What an executor that somebody else wrote is made of, as a command line names it: `check`, `prove` and `replay` take
// the same.
#pragma once
#include "tools/options.h"
#include <string>
#include <vector>

namespace warplaw::tools {

struct ExecutorSource {
  /// FILE.c, FILE.cpp and FILE.bc, which are compiled and linked together, or one shared object; with --pipe none.
  std::vector<std::string> files;
  std::vector<std::string> folders, definitions; ///< -I and -D, of each source
  std::string command;                           ///< for the shell: --pipe

  bool isNone() const { return files.empty() && command.empty(); }
  /// For people, and as the place of what is wrong with it: "a.c b.c", "--pipe".
  std::string name() const;
  /// The options of `replay` that name it again, each a word of the shell.
  std::string replayOptions() const;
};

/// -I and -D.
void addSourceOptions(Subcommand& command, ExecutorSource& source);

} // namespace warplaw::tools
