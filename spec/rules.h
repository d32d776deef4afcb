// The rules by name, each with a one-line statement; every theorem, property, test and rejection cites one of these.
#pragma once
#include <span>
#include <string_view>

namespace warplaw::spec {

struct Rule {
  std::string_view name;      ///< "SHFL-4"
  std::string_view statement; ///< one line, our own words
  bool disputed = false;      ///< a published claim about it is false and kept as a theorem expected to be refuted
};

std::span<const Rule> rules();
const Rule* findRule(std::string_view name);

} // namespace warplaw::spec
