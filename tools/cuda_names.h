// What CUDA source says that PTX no longer has: a kernel's name without mangling, and the names and signs of
// parameters.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

struct SourceParameter {
  std::string name; ///< empty: not known
  /// `int n`, where PTX says .u32 of any. Nothing: its type is a name that the source does not declare.
  std::optional<bool> isSigned = false;
  bool operator==(const SourceParameter&) const = default;
};
/// A kernel's parameters as its source declares them; without names where it is found twice. Types are those of the
/// mangled name, if there is one: it has what a typedef or a template's argument stands for. If there is none, what the
/// source says of a name counts: typedef, using, enum.
std::vector<SourceParameter> parametersInSource(std::string_view source, const std::string& entry);

/// "add" of `_Z3addPKiPi` or of `void ns::add<3>(int*)`.
std::string plainKernelName(const std::string& entry);

} // namespace warplaw::tools
