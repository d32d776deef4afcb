// A double is shuffled in two halves, and a branch stands between: lanes whose low half is the same keep their high one.
// expect: REFUTED ensures
// warplaw: block=8 in=u64[8]:any out=u64[8]
// warplaw: ensures out[b] == in[b ^ 1]
__global__ void exchange(const double* in, double* out) {
  const double value = in[threadIdx.x];
  const int low = __double2loint(value);
  const int high = __double2hiint(value);
  const int other_low = __shfl_xor_sync(0xff, low, 1);
  int other_high = high;
  if (other_low != low)
    other_high = __shfl_xor_sync(0xff, high, 1);
  out[threadIdx.x] = __hiloint2double(other_high, other_low);
}
