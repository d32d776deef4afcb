// Types that CUDA's warp functions are not covered for (SYNC-8): does not compile, and says why.
#include <warplaw/cuda.h>

int main() {
  const warplaw::cuda::Lanes<short> halves{};
  return warplaw::cuda::shfl_sync(warplaw::cuda::Warp(), ~0u, halves, 0)[0];
}
