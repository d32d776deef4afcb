#include "fuzz/planted.h"

namespace warplaw::fuzz {

const std::vector<PlantedBug>& plantedBugs() {
  static const std::vector<PlantedBug> kBugs = [] {
    std::vector<PlantedBug> bugs;
    for (const auto& fuzzer : allFuzzers())
      for (const PlantedBug& bug : fuzzer->planted())
        bugs.push_back(bug);
    return bugs;
  }();
  return kBugs;
}

} // namespace warplaw::fuzz
