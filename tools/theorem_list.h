// What `verify --list` shows.
#pragma once
#include "tools/shards.h"

namespace warplaw::tools {

/// A line a theorem: its name, what it says, its rules. names[i]: of theorems[i], with its part where it is one.
std::string textOf(const std::vector<proofs::Theorem>& theorems, const std::vector<std::string>& names);
/// A JSON object a line and a theorem, with what it cost; what is not known of that is null.
std::string jsonLinesOf(const std::vector<proofs::Theorem>& theorems, const Costs& costs);

} // namespace warplaw::tools
