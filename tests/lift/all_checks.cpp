// All checks, quick ones first.
#include "check.h"

namespace warplaw::lift::test {

std::vector<Check> allChecks() {
  std::vector<Check> all;
  for (auto part : {memoryChecks, pointerChecks, vectorChecks, controlChecks, attributeChecks, effectChecks, cutChecks,
                    floatChecks, operationChecks})
    for (Check& check : part())
      all.push_back(std::move(check));
  return all;
}

} // namespace warplaw::lift::test
