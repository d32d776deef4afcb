// Where the program finds what it reads besides what is embedded in it: below the prefix that it is installed in, or in
// the sources that it was built from.
#pragma once
#include <string>

namespace warplaw::tools {

struct Places {
  std::string include;  ///< folder of warplaw/executor.h
  std::string corpus;   ///< folder of case files
  std::string golden;   ///< folder of the names of obligations
  std::string costs;    ///< file of what theorems cost
  std::string theorems; ///< file of what they are called and say
};

/// By the running program's own path, so that an installed tree may be moved, and never reads the sources.
Places places();

} // namespace warplaw::tools
