// Options that name what a subcommand reads: --help says FILE or FOLDER, and what cannot be read is rejected before any
// work, whether or not the work would have come to it.
#pragma once
#include <CLI/CLI.hpp>

namespace warplaw::tools {

/// Of an option; empty: none, "-": standard input.
CLI::Option* readsFile(CLI::Option* option);
CLI::Option* readsFolder(CLI::Option* option);

/// Of an argument that stands by its place, whose command says itself what is wrong with what it reads.
inline CLI::Option* namesFile(CLI::Option* option) { return option->type_name("FILE"); }

} // namespace warplaw::tools
