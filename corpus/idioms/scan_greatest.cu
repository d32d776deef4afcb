// The greatest so far
// A prefix sum's steps with max instead of +; whoever is not reached keeps what it has.

template <class T, class Chosen> __device__ T scan(unsigned mask, T x, Chosen chosen) {
  for (unsigned by = 1; by < 32; by *= 2) {
    const T y = __shfl_up_sync(mask, x, by);
    if (threadIdx.x >= by)
      x = chosen(x, y);
  }
  return x;
}
template <class T> __device__ T most(unsigned mask, T x) {
  return scan(mask, x, [](T a, T b) { return max(a, b); });
}

// Each lane has the greatest number of the lanes up to itself: none of these is greater, and it is one of them.
// warplaw: entry=inclusive_max block=32 in=s32[32]:any out=s32[32]
// warplaw: ensures all(k, 0, 31, all(t, 0, k, in[t] <= out[k]) && any(t, 0, k, in[t] == out[k]))
__global__ void inclusive_max(const int* in, int* out) { out[threadIdx.x] = most(0xffffffff, in[threadIdx.x]); }

// Exclusive, and with a number to begin with: that one counts as one of them.
// warplaw: entry=exclusive_max block=32 in=s32[32]:any out=s32[32]
// warplaw: ensures out[0] == -7
// warplaw: ensures all(k, 1, 31, out[k] >= -7 && all(t, 0, k - 1, in[t] <= out[k]) && (out[k] == -7 || any(t, 0, k - 1, in[t] == out[k])))
__global__ void exclusive_max(const int* in, int* out) {
  const int before = __shfl_up_sync(0xffffffff, most(0xffffffff, in[threadIdx.x]), 1);
  out[threadIdx.x] = threadIdx.x == 0 ? -7 : max(-7, before);
}

// The least number without a sign, of a mask of 16 lanes.
// warplaw: entry=inclusive_min block=16 in=u32[16]:any out=u32[16]
// warplaw: ensures all(k, 0, 15, all(t, 0, k, in[t] >= out[k]) && any(t, 0, k, in[t] == out[k]))
__global__ void inclusive_min(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = scan(0xffff, in[threadIdx.x], [](unsigned a, unsigned b) { return min(a, b); });
}

// Compared without a sign, a negative number is greater than others.
// expect: REFUTED ensures
// warplaw: entry=other_order block=4 in=s32[4]:any out=s32[4]
// warplaw: ensures all(k, 0, 3, all(t, 0, k, in[t] <= out[k]))
__global__ void other_order(const int* in, int* out) { out[threadIdx.x] = most(0xfu, unsigned(in[threadIdx.x])); }

// A scan that steps over its neighbour leaves it out.
// expect: REFUTED ensures
// warplaw: entry=steps_over block=4 in=s32[4]:any out=s32[4]
// warplaw: ensures all(k, 0, 3, all(t, 0, k, in[t] <= out[k]))
__global__ void steps_over(const int* in, int* out) {
  int x = in[threadIdx.x];
  for (unsigned by = 1; by < 4; by *= 2) {
    const int y = __shfl_up_sync(0xf, x, by);
    if (threadIdx.x > by)
      x = max(x, y);
  }
  out[threadIdx.x] = x;
}
