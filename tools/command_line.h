// All subcommands of the program: the command line is one of them, and texts are made of them all.
#pragma once
#include <string>
#include <vector>

namespace warplaw::tools {

/// Finds the subcommand, reads its options and runs it; gives the process exit code.
int runCommandLine(std::vector<std::string> arguments);

/// What --help says of an option, for what is made of it besides: manual pages and completion.
struct OptionText {
  std::vector<std::string> shortNames, longNames; ///< without dashes; both empty: an argument that stands by its place
  std::string name;                               ///< as --help begins its line: "--jobs,-j", "FILES"
  std::string value;                              ///< what stands behind it there: " NUMBER:1..1024 [2]"
  std::string about;                              ///< what is said of it
  bool takesValue = false;
  bool isNumber = false;
  std::vector<std::string> values; ///< the only ones that it takes; empty: any
  bool isByPlace() const { return shortNames.empty() && longNames.empty(); }
};

/// What --help says of a subcommand, or of the program.
struct CommandText {
  std::string name, about;
  std::vector<OptionText> options;
  std::vector<std::string> examples; ///< command lines
  std::string exitCodes;             ///< "Exit codes: ..."; empty: nothing is said
  std::string more;                  ///< what else stands under the options
};
struct ProgramText {
  CommandText program;
  std::vector<CommandText> subcommands; ///< in the order of --help
};
ProgramText programText();

} // namespace warplaw::tools
