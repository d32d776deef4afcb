// Numbers with the noun that agrees with them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace warplaw::spec {

/// "2 warps", "1 warp".
inline std::string counted(std::size_t count, std::string_view what) {
  return (std::to_string(count) + ' ').append(what) + (count == 1 ? "" : "s");
}

} // namespace warplaw::spec
