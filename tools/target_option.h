// `--target sm_50`: of which GPU a text of its assembler is.
#pragma once
#include "tools/options.h"

namespace warplaw::tools {

/// `target`: a spec::Target.
OptionRow targetRow(std::optional<unsigned>& target, std::string_view needs = {});

} // namespace warplaw::tools
