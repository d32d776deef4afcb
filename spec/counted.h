// Numbers with the noun that agrees with them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace warplaw::spec {

/// "warps", or of one "warp"; `many`: "mismatches", where it is not -s.
inline std::string pluralOf(std::size_t count, std::string_view one, std::string_view many = {}) {
  return count != 1 && !many.empty() ? std::string(many) : std::string(one) + (count == 1 ? "" : "s");
}
/// "2 warps", "1 warp".
inline std::string counted(std::size_t count, std::string_view one, std::string_view many = {}) {
  return (std::to_string(count) + ' ').append(pluralOf(count, one, many));
}

} // namespace warplaw::spec
