// libFuzzer target: a kernel made of a record, run by warps and by threads. Where the machine of warps finds nothing,
// schedules of the machine of threads end in the same memory. For every fourth seed, addresses have 32 bits.
#include "fuzz/kernels/compare.h"
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplaw::fuzz;
  constexpr unsigned kSchedules = 2;
  const std::uint64_t seed = size ? data[size - 1] : 0;
  GeneratedKernel made = generateKernel({data, size});
  if (seed % 4 == 3)
    made = withShortAddresses(std::move(made));
  const Compared compared = compareMachines(made, kSchedules, seed);
  if (compared.difference.empty())
    return 0;
  std::fprintf(stderr, "mismatch: %s\n", compared.difference.c_str());
  std::abort();
}
