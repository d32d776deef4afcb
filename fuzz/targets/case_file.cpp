// libFuzzer target: any text as a case file.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runCaseFileTarget({data, size});
  return 0;
}
