// libFuzzer target: all targets in one, the first byte selects.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runAllTargets({data, size});
  return 0;
}
