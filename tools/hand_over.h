// A small program (commands.def) that is asked for more than it has is no dead end: another one goes on in its place.
#pragma once
#include <string>

namespace warplaw::tools {

/// Thrown by a subcommand before it prints a result. The program that $WARPLAW_REST names is given the same arguments
/// then; the script ./warplaw names itself there, and builds what is the next larger one.
struct HandsOver {
  std::string why;      ///< one line for people
  bool isWrong = false; ///< something was found wrong already, and stays so
};

} // namespace warplaw::tools
