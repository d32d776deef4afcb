// The subcommands and options of the program as data, for what is made of them besides --help: manual pages and
// completion.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace warplaw::tools {

struct OptionText {
  std::vector<std::string> shortNames, longNames; ///< without dashes; both empty: an argument that stands by its place
  std::string name;                               ///< as --help begins its line: "--jobs,-j", "FILES"
  std::string value;                              ///< what stands behind it there: " UINT:1..1024 [2]"
  std::string about;                              ///< what is said of it
  bool takesValue = false;
  bool isNumber = false;
  std::vector<std::string> values; ///< the only ones that it takes; empty: any
};
std::vector<OptionText> optionsOf(const CLI::App& command);

/// In the order of --help.
std::vector<const CLI::App*> subcommandsOf(const CLI::App& program);

/// What stands under a command's options.
struct FooterText {
  std::vector<std::string> examples; ///< command lines
  std::string exitCodes;             ///< "Exit codes: ..."; empty: nothing is said
  std::string more;                  ///< the rest
};
FooterText footerOf(const CLI::App& command);

/// "warplaw verify", or the program's own name.
std::string fullName(const CLI::App& command);

} // namespace warplaw::tools
