// What __shfl_down_sync computes, on the host: a warp's sum as kernels write it (include/warplaw/cuda.h).
#include <cstdio>
#include <warplaw/cuda.h>
using namespace warplaw::cuda;

double warpSum(const Warp& warp, unsigned mask, Lanes<double> sum) {
  for (int delta = 16; delta > 0; delta /= 2) {
    const Lanes<double> other = shfl_down_sync(warp, mask, sum, delta);
    for (unsigned lane = 0; lane < WARPLAW_LANES; ++lane)
      sum[lane] += other[lane];
  }
  return sum[0];
}

int main() {
  Lanes<double> values;
  for (unsigned lane = 0; lane < WARPLAW_LANES; ++lane)
    values[lane] = lane + 0.5;
  std::printf("32 lanes: lane 0 has %g\n", warpSum(Warp(), ~0u, values));

  // of lanes 0..19 some read a lane that is no member: nobody knows what these receive
  const Warp fewer(0xfffff);
  std::printf("20 lanes: %05x know what they receive\n", shfl_down_sync(fewer, 0xfffff, values, 16).promised);
}
