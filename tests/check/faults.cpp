// Which fault is planted in the checker that this test program was built with: the one that WARPLAW_CHECK_FAULT names.
#include "check/faults.h"
#include <cstdlib>

namespace warplaw::check::faults {

bool isPlanted(std::string_view name) {
  static const char* const planted = std::getenv("WARPLAW_CHECK_FAULT");
  return planted && name == planted;
}

} // namespace warplaw::check::faults
