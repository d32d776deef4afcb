// What names each rule: theorems, properties, case files.
#pragma once
#include "spec/rejection.h"
#include <map>
#include <string>
#include <vector>

namespace warplaw::tools {

struct Witnesses {
  std::vector<std::string> theorems, properties, cases;
  bool none() const { return theorems.empty() && properties.empty() && cases.empty(); }
};
using ByRule = std::map<std::string, Witnesses, std::less<>>;

/// `corpus`: folder of case files; one that is not there, or holds what is no case, is a rejection.
spec::Result<ByRule> witnessesByRule(const std::string& corpus);

} // namespace warplaw::tools
