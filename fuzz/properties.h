// Laws that hold for every record, each with the rules that it follows from: what rapidcheck tries, `warplaw rules`
// lists, and a reader checks against the rules. They are stated over the shipped executor (portable path) and, where
// said, over the encoding too.
#pragma once
#include "fuzz/oracle.h"

namespace warplaw::fuzz {

struct Property {
  std::string_view name; ///< "shfl/predicate-needs-no-lanes"
  std::vector<std::string_view> rules;
  std::string_view statement; ///< one line for people
  std::size_t recordBytes;    ///< how many bytes it reads
  /// Nothing if the law holds for these bytes; else what is wrong.
  std::optional<std::string> (*broken)(Oracle& oracle, Bytes record);
};

/// Those of each instruction (fuzz/instructions/<name>_properties.cpp), then those of the machine.
std::vector<Property> properties();
std::vector<Property> machineProperties();

} // namespace warplaw::fuzz
