// Graphviz, where it is installed: its program lays out what it is told in its own language.
#pragma once
#include <string>

namespace warplaw::tools {

/// Writes the picture of `dot` to `path`; false where there is no Graphviz, or it did not.
bool layOut(const std::string& dot, const std::string& path);

} // namespace warplaw::tools
