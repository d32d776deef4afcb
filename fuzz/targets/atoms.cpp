// libFuzzer target: ATOMS's executor against its encoding.
#include "fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runTarget(warplaw::spec::Mnemonic::Atoms, {data, size});
  return 0;
}
