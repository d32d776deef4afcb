// libFuzzer target: whole cases of any instruction, executor against encoding on the architectural level, and round
// trips.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runMachineTarget({data, size});
  return 0;
}
