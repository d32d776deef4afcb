// Names of error and shader kinds, as case files and reports write them (MACH-8, ATOMS-11).
#include "spec/state.h"
#include <iterator>

namespace warplaw::spec {
namespace {

constexpr std::string_view kErrorNames[] = {"none",
                                            "address-out-of-range",
                                            "misaligned-address",
                                            "barrier-misuse",
                                            "invalid-address-space",
                                            "invalid-texture",
                                            "surface-out-of-range"};
constexpr std::string_view kShaderNames[] = {"compute",  "vertex", "tessellation-control", "tessellation-evaluation",
                                             "geometry", "pixel"};

template <class Kind, std::size_t Count> std::string_view nameIn(const std::string_view (&names)[Count], Kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < Count ? names[index] : "unknown";
}

template <class Kind, std::size_t Count>
std::optional<Kind> findIn(const std::string_view (&names)[Count], std::string_view name) {
  for (std::size_t index = 0; index < Count; ++index)
    if (names[index] == name)
      return static_cast<Kind>(index);
  return std::nullopt;
}

} // namespace

std::string_view nameOf(ErrorKind kind) { return nameIn(kErrorNames, kind); }
std::optional<ErrorKind> findErrorKind(std::string_view name) { return findIn<ErrorKind>(kErrorNames, name); }
std::string_view nameOf(ShaderKind shader) { return nameIn(kShaderNames, shader); }
std::optional<ShaderKind> findShaderKind(std::string_view name) { return findIn<ShaderKind>(kShaderNames, name); }

} // namespace warplaw::spec
