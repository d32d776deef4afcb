// The subcommands of a program: compiled once for each, which CMakeLists.txt makes of the rows of commands.def.
#include "tools/command.h"

namespace warplaw::tools {

std::vector<const Command*> commands() { return {WARPLAW_COMMANDS}; }

} // namespace warplaw::tools
