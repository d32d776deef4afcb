// libFuzzer target: SHFL's executors against their encoding.
#include "fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runTarget(warplaw::spec::Mnemonic::Shfl, {data, size});
  return 0;
}
