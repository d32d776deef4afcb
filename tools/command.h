// One subcommand of the program: a row of the list in tools/main.cpp. Results go to stdout, progress and diagnostics to
// stderr.
#pragma once
#include "proofs/engine/verdict.h"
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace warplaw::tools {

/// What a subcommand does once its options are parsed; gives the process exit code (proofs::ExitCode).
using Run = std::function<int()>;

struct Command {
  const char* name;
  const char* help;                           ///< one line, shown by `warplaw --help`
  void (*setup)(CLI::App& command, Run& run); ///< adds options and the examples (footer) to the subcommand; sets run
};

/// Each subcommand stands in tools/<name>.cpp and is a row of tools/commands.def.
#define WARPLAW_COMMAND(Name) extern const Command k##Name;
#include "tools/commands.def"
#undef WARPLAW_COMMAND

} // namespace warplaw::tools
