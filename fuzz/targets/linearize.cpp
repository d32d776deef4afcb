// libFuzzer target: what ATOMS's executor gives under any order must come from some serial order, which the checker
// finds by itself (ATOMS-5, ATOMS-13).
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runOutcomeTarget({data, size});
  return 0;
}
