// Numbers as people read them.
#pragma once
#include "spec/counted.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace warplaw::tools {

/// 1234567 as "1,234,567".
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

/// "1,234,567 cases", "1 case".
inline std::string groupedCount(std::uint64_t count, std::string_view what) {
  return (grouped(count) + ' ').append(spec::pluralOf(count, what));
}

} // namespace warplaw::tools
