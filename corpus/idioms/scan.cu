// Prefix sums
// Each lane reads the lane that is 1, 2, 4, 8, 16 further down, and adds what it reads if there is such a lane.
// theorems: idiom_scan

template <class T> __device__ T scan(unsigned mask, T x) {
  for (unsigned by = 1; by < 32; by *= 2) {
    const T y = __shfl_up_sync(mask, x, by);
    if (threadIdx.x >= by)
      x += y;
  }
  return x;
}

// With all lanes each has the sum of the lanes up to itself.
// warplaw: entry=inclusive block=32 in=u32[32]:any out=u32[32]
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, k, in[t]))
__global__ void inclusive(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = scan(0xffffffff, in[threadIdx.x]);
}

// One shuffle more, or a subtraction, makes it exclusive. For floats only the shuffle will do.
// warplaw: entry=exclusive block=32 in=u32[32]:any out=u32[32] other=u32[32]
// warplaw: ensures out[0] == 0 && all(k, 1, 31, out[k] == sum(t, 0, k - 1, in[t]))
// warplaw: ensures other[b] == out[b]
__global__ void exclusive(const unsigned* in, unsigned* out, unsigned* other) {
  const unsigned sum = scan(0xffffffff, in[threadIdx.x]);
  const unsigned before = __shfl_up_sync(0xffffffff, sum, 1);
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : before;
  other[threadIdx.x] = sum - in[threadIdx.x];
}

// If the members of the mask are the first n lanes, each of them has its prefix sum, whatever n is.
// warplaw: entry=first_lanes block=32 in=u32[32]:any out=u32[32] n=any
// warplaw: requires n >= 1 && n <= 32
// warplaw: ensures all(k, 0, 31, k < n ==> out[k] == sum(t, 0, k, in[t]))
__global__ void first_lanes(const unsigned* in, unsigned* out, unsigned n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = scan(0xffffffff >> (32 - n), in[threadIdx.x]);
}

// A member has its prefix sum if all lanes before it are members, whoever else is.
// warplaw: entry=prefix block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && all(k, 0, 31, k <= lane ==> (members >> k & 1) == 1)
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (t <= lane))
__global__ void prefix(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = scan(members, in[threadIdx.x]);
    if (threadIdx.x == lane)
      out[0] = sum;
  }
}

// With a gap in the mask a member behind it has no prefix sum: it added what a lane gave that is not there.
// expect: REFUTED undefined-lane
// expect: PROVED ensures
// warplaw: entry=gap block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && (members >> lane & 1) == 1 && any(k, 0, 31, k < lane && (members >> k & 1) == 0)
// warplaw: ensures 0 == 1
__global__ void gap(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = scan(members, in[threadIdx.x]);
    if (threadIdx.x == lane)
      out[0] = sum; // here
  }
}

// With floats, it is a prefix sum in another order than that of the lanes.
// expect: REFUTED ensures
// warplaw: entry=floats_in_order block=8 in=f32[8]:any out=f32[8]
// warplaw: ensures out[3] == sumf(t, 0, 3, in[t])
__global__ void floats_in_order(const float* in, float* out) {
  float x = in[threadIdx.x];
  for (unsigned by = 1; by < 8; by *= 2) {
    const float y = __shfl_up_sync(0xff, x, by);
    if (threadIdx.x >= by)
      x += y;
  }
  out[threadIdx.x] = x;
}
