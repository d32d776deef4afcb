// `--target sm_50`: of which GPU a text of its assembler is.
#pragma once
#include "spec/source_reader.h"
#include <CLI/CLI.hpp>

namespace warplaw::tools {

void addTarget(CLI::App& command, spec::Target& target);

} // namespace warplaw::tools
