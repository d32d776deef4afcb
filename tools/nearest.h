// The name that somebody meant who wrote another one.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

bool sameIgnoringCase(std::string_view a, std::string_view b);

/// The name that the fewest letters inserted, left out or replaced (Levenshtein) make of `wanted`, whatever their case;
/// the first of equals. None where that is more than every third letter: nobody meant it.
std::optional<std::string> nearest(const std::vector<std::string>& names, std::string_view wanted);
/// "; the nearest name is replay", if there is one.
std::string nearestSaid(const std::vector<std::string>& names, std::string_view wanted);

} // namespace warplaw::tools
