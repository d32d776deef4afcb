// The name that somebody meant who wrote another one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

bool sameIgnoringCase(std::string_view a, std::string_view b);

/// Of names, the one that the fewest letters inserted, left out or replaced (Levenshtein) make of `wanted`, whatever
/// their case; the first of equals. names: not empty.
std::string nearest(const std::vector<std::string>& names, std::string_view wanted);

} // namespace warplaw::tools
