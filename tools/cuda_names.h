// What CUDA source says that PTX no longer has: a kernel's name without mangling, and the names and signs of
// parameters.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

struct SourceParameter {
  std::string name;      ///< empty: not known
  bool isSigned = false; ///< `int n`, where PTX says .u32 of any; a type that nobody here knows has no sign
  bool operator==(const SourceParameter&) const = default;
};
/// A kernel's parameters as its source declares them; none where it is not found, or found twice. Types are those of
/// the mangled name, if there is one: it has what a typedef or a template's argument stands for.
std::vector<SourceParameter> parametersInSource(std::string_view source, const std::string& entry);

/// "add" of `_Z3addPKiPi` or of `void ns::add<3>(int*)`.
std::string plainKernelName(const std::string& entry);

} // namespace warplaw::tools
