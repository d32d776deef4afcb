#include "fuzz/properties.h"

namespace warplaw::fuzz {

std::vector<Property> properties() {
  std::vector<Property> all;
  const auto add = [&](const std::vector<Property>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (const auto& fuzzer : allFuzzers())
    add(fuzzer->properties());
  add(machineProperties());
  return all;
}

} // namespace warplaw::fuzz
