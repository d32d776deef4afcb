// Sums over some lanes: the others give 0
// All lanes of the warp take part, with the full mask; a lane that has nothing gives what changes nothing.
// theorems: idiom_butterfly_neutral idiom_down_neutral

// By a butterfly every lane has the sum of the lanes with p, whichever these are.
// warplaw: entry=butterfly block=32 in=u32[32]:any p=u32[32]:any out=u32[32]
// warplaw: ensures out[b] == sum(t, 0, 31, in[t] * (p[t] != 0))
__global__ void butterfly(const unsigned* in, const unsigned* p, unsigned* out) {
  unsigned x = p[threadIdx.x] ? in[threadIdx.x] : 0;
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_xor_sync(0xffffffff, x, by);
  out[threadIdx.x] = x;
}

// By a tree of shuffles down lane 0 has it.
// warplaw: entry=down block=32 in=u32[32]:any p=u32[32]:any out=u32[1]
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (p[t] != 0))
__global__ void down(const unsigned* in, const unsigned* p, unsigned* out) {
  unsigned x = p[threadIdx.x] ? in[threadIdx.x] : 0;
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_down_sync(0xffffffff, x, by);
  if (threadIdx.x == 0)
    out[0] = x;
}

// If lanes without p stay away instead, the mask names lanes that do not come.
// expect: REFUTED deadlock
// warplaw: entry=stay_away block=32 in=u32[32]:any p=u32[32]:any out=u32[32]
__global__ void stay_away(const unsigned* in, const unsigned* p, unsigned* out) {
  unsigned x = 0;
  if (p[threadIdx.x]) {
    x = in[threadIdx.x];
    for (int by = 16; by > 0; by /= 2)
      x += __shfl_xor_sync(0xffffffff, x, by); // here
  }
  out[threadIdx.x] = x;
}
