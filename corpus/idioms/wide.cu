// Shuffles of 64 bits
// They are two shuffles of 32 bits, of the low and of the high half.

// Both halves come from one lane.
// warplaw: entry=rotate block=32 in=u64[32]:any out=u64[32]
// warplaw: ensures out[b] == in[b + 1 & 31]
__global__ void rotate(const double* in, double* out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], threadIdx.x + 1);
}

// A sum of doubles by a butterfly is a tree, the same one in every lane.
// warplaw: entry=sum_of_doubles block=32 in=f64[32]:any out=f64[32]
// warplaw: ensures out[b] == sumf_far(t, 0, 31, in[t])
__global__ void sum_of_doubles(const double* in, double* out) {
  double x = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_xor_sync(0xffffffff, x, by);
  out[threadIdx.x] = x;
}

// Halves are no numbers: what is added half by half has no carry.
// expect: REFUTED ensures
// warplaw: entry=halves block=2 in=u64[2]:any out=u64[2]
// warplaw: ensures out[b] == in[0] + in[1]
__global__ void halves(const unsigned long long* in, unsigned long long* out) {
  const unsigned low = in[threadIdx.x], high = in[threadIdx.x] >> 32;
  const unsigned low_sum = low + __shfl_xor_sync(3, low, 1);
  const unsigned high_sum = high + __shfl_xor_sync(3, high, 1);
  out[threadIdx.x] = (unsigned long long)high_sum << 32 | low_sum;
}
