// Both halves are exchanged where all lanes are.
// expect: PROVED
// warplaw: block=8 in=u64[8]:any out=u64[8]
// warplaw: ensures out[b] == in[b ^ 1]
__global__ void exchange(const double* in, double* out) {
  const double value = in[threadIdx.x];
  const int other_low = __shfl_xor_sync(0xff, __double2loint(value), 1);
  const int other_high = __shfl_xor_sync(0xff, __double2hiint(value), 1);
  out[threadIdx.x] = __hiloint2double(other_high, other_low);
}
