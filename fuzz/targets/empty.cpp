// libFuzzer target that does nothing: what the loop itself costs, for `warplaw bench fuzz`.
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
