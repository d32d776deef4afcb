// libFuzzer target: CUDA's functions on a warp.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runCudaTarget({data, size});
  return 0;
}
