// One subcommand of the program: a row of tools/commands.def. Results go to stdout, progress and diagnostics to stderr.
#pragma once
#include "proofs/engine/verdict.h"
#include "tools/options.h"
#include <functional>

namespace warplaw::tools {

/// What a subcommand does once its options are parsed; gives the process exit code (proofs::ExitCode).
using Action = std::function<int()>;

struct Command {
  const char* name;
  const char* help; ///< one line, shown by `warplaw --help`
  Action (*setup)(Subcommand& command);
  bool isPart = false; ///< this program lacks options of it: --help and what is wrong here are a larger one's to say
};

/// Each subcommand stands in tools/<name>.cpp and is a row of tools/commands.def.
#define WARPLAW_COMMAND(Name, programs) extern const Command k##Name;
#include "tools/commands.def"
#undef WARPLAW_COMMAND

/// Those of this program, in the order of tools/commands.def. Weak: tests are linked with options, and have none.
[[gnu::weak]] std::vector<const Command*> commands();

} // namespace warplaw::tools
