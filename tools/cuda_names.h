// Names of CUDA source that PTX no longer has: those of a kernel's parameters, and its own without mangling.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

/// The names of a kernel's parameters as its source declares them; none where it is not found, or found twice.
/// `kernel`: without namespaces and template arguments.
std::vector<std::string> parametersInSource(std::string_view source, std::string_view kernel);

/// "add" of `_Z3addPKiPi` or of `void ns::add<3>(int*)`.
std::string plainKernelName(const std::string& entry);

} // namespace warplaw::tools
