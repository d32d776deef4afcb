// libFuzzer target: any text as an instruction.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warplaw::fuzz::runParserTarget({data, size});
  return 0;
}
