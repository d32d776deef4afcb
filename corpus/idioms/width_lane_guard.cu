// Segments: prefix sums, guarded by the lane of the warp
// The guard asks for the lane's number in the warp where it should ask for that in the segment.
// theorems: idiom_width_2_scan_lane_guard idiom_width_4_scan_lane_guard idiom_width_8_scan_lane_guard idiom_width_16_scan_lane_guard

__device__ unsigned scan(unsigned x, unsigned width) {
  for (unsigned by = 1; by < width; by *= 2) {
    const unsigned y = __shfl_up_sync(0xffffffff, x, by, width);
    if (threadIdx.x >= by)
      x += y;
  }
  return x;
}

// The first segment is right, and the last lane of each segment.
// also: width=2,4,16
// warplaw: entry=first_and_last block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, k < width || (k & width - 1) == width - 1 ==> out[k] == sum(t, 0, k, in[t] * (t >= (k & ~(width - 1)))))
__global__ void first_and_last(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = scan(in[threadIdx.x], width);
}

// The guard does not help the other lanes.
// expect: REFUTED ensures
// also: width=2,4,16
// warplaw: entry=others block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: ensures all(k, 0, 31, out[k] == sum(t, 0, k, in[t] * (t >= (k & ~(width - 1)))))
__global__ void others(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = scan(in[threadIdx.x], width);
}

// None of the other lanes is right: where each lane gives a bit of its own, their numbers differ.
// also: width=2,4,16
// warplaw: entry=none_of_them block=32 in=u32[32]:any out=u32[32] width=8
// warplaw: requires all(t, 0, 31, in[t] == 1 << t)
// warplaw: ensures all(k, 0, 31, k < width || (k & width - 1) == width - 1 || out[k] != sum(t, 0, k, in[t] * (t >= (k & ~(width - 1)))))
__global__ void none_of_them(const unsigned* in, unsigned* out, unsigned width) {
  out[threadIdx.x] = scan(in[threadIdx.x], width);
}
