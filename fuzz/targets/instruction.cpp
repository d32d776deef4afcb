// libFuzzer target: one instruction's executors against their encoding; WARPLAW_FUZZED names it (a row of
// spec/instructions.def, fuzz/targets/CMakeLists.txt).
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runTarget(warplaw::spec::Mnemonic::WARPLAW_FUZZED, {data, size});
  return 0;
}
