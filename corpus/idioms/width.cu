// Segments: shuffles with a width
// A width of 2, 4, 8 or 16 parts the warp in segments that begin at its multiples.
// theorems: idiom_butterfly_2 idiom_butterfly_4 idiom_butterfly_8 idiom_butterfly_16 idiom_width_2_butterfly
// theorems: idiom_width_4_butterfly idiom_width_8_butterfly idiom_width_16_butterfly idiom_width_2_down
// theorems: idiom_width_4_down idiom_width_8_down idiom_width_16_down idiom_width_2_scan idiom_width_4_scan
// theorems: idiom_width_8_scan idiom_width_16_scan

__device__ unsigned butterfly(unsigned mask, unsigned x, unsigned width) {
  for (unsigned by = width / 2; by > 0; by /= 2)
    x += __shfl_xor_sync(mask, x, by, width);
  return x;
}
__device__ unsigned down(unsigned mask, unsigned x, unsigned width) {
  for (unsigned by = width / 2; by > 0; by /= 2)
    x += __shfl_down_sync(mask, x, by, width);
  return x;
}
__device__ unsigned scan(unsigned mask, unsigned x, unsigned width) {
  for (unsigned by = 1; by < width; by *= 2) {
    const unsigned y = __shfl_up_sync(mask, x, by, width);
    if ((threadIdx.x & width - 1) >= by)
      x += y;
  }
  return x;
}

// By a butterfly each lane has the sum of its segment.
// also: width=2,4,16
// warplaw: entry=butterfly_sum block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, 31, in[t] * ((t & ~(width - 1)) == (k & ~(width - 1)))))
__global__ void butterfly_sum(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = butterfly(0xffffffff, in[threadIdx.x], width);
}

// By a tree of shuffles down the first lane of a segment has it.
// also: width=2,4,16
// warplaw: entry=down_sum block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, (k & width - 1) == 0 ==> out[k] == sum(t, 0, 31, in[t] * ((t & ~(width - 1)) == k)))
__global__ void down_sum(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = down(0xffffffff, in[threadIdx.x], width);
}

// The other lanes of a segment do not.
// expect: REFUTED ensures
// also: width=2,4,16
// warplaw: entry=down_everywhere block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, 31, in[t] * ((t & ~(width - 1)) == (k & ~(width - 1)))))
__global__ void down_everywhere(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = down(0xffffffff, in[threadIdx.x], width);
}

// With the guard that asks for the lane's number in its segment each lane has the prefix sum of its segment.
// also: width=2,4,16
// warplaw: entry=scan_sum block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, k, in[t] * (t >= (k & ~(width - 1)))))
__global__ void scan_sum(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = scan(0xffffffff, in[threadIdx.x], width);
}

// A member of a mask has the sum of its segment if all of the segment are members. Other segments do not matter.
// warplaw: entry=whole_segment block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && all(t, 0, 31, (t & ~7) == (lane & ~7) ==> (members >> t & 1) == 1)
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * ((t & ~7) == (lane & ~7)))
__global__ void whole_segment(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = butterfly(members, in[threadIdx.x], 8);
    if (threadIdx.x == lane)
      out[0] = sum;
  }
}

// It has the prefix sum if all lanes of the segment before it are members.
// warplaw: entry=whole_prefix block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && all(t, 0, 31, t <= lane && t >= (lane & ~7) ==> (members >> t & 1) == 1)
// warplaw: ensures out[0] == sum(t, 0, 31, in[t] * (t <= lane && t >= (lane & ~7)))
__global__ void whole_prefix(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = scan(members, in[threadIdx.x], 8);
    if (threadIdx.x == lane)
      out[0] = sum;
  }
}

// In a segment of which one lane is missing no member has the sum.
// expect: REFUTED undefined-lane
// expect: PROVED ensures
// warplaw: entry=broken_segment block=32 in=u32[32]:any out=u32[1] members=any lane=any
// warplaw: requires lane < 32 && (members >> lane & 1) == 1
// warplaw: requires any(t, 0, 31, (t & ~7) == (lane & ~7) && (members >> t & 1) == 0)
// warplaw: ensures 0 == 1
__global__ void broken_segment(const unsigned* in, unsigned* out, unsigned members, unsigned lane) {
  if (members >> threadIdx.x & 1) {
    const unsigned sum = butterfly(members, in[threadIdx.x], 8);
    if (threadIdx.x == lane)
      out[0] = sum; // here
  }
}
