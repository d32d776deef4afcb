#include "fuzz/properties.h"

namespace warplaw::fuzz {

std::vector<Property> properties() {
  std::vector<Property> all;
  const auto add = [&](const std::vector<Property>& more) { all.insert(all.end(), more.begin(), more.end()); };
#define WARPLAW_INSTRUCTION(Camel, folder, text) add(folder##Properties());
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  add(machineProperties());
  return all;
}

} // namespace warplaw::fuzz
