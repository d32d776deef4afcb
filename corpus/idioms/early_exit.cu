// Early exit by a vote
// All lanes leave together, or none does.

// If nobody has anything the warp leaves; else all lanes stay for the shuffle that follows, and it is defined.
// warplaw: entry=together block=32 in=u32[32]:any out=u32[32]:zero
// warplaw: ensures all(t, 0, 31, in[t] == 0) ==> out[b] == 0
// warplaw: ensures any(t, 0, 31, in[t] != 0) ==> out[b] == in[0]
__global__ void together(const unsigned* in, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  if (!__any_sync(0xffffffff, value != 0))
    return;
  out[threadIdx.x] = __shfl_sync(0xffffffff, value, 0);
}

// Who leaves alone is read later: lanes with nothing are gone when the others ask.
// expect: REFUTED undefined-lane
// warplaw: entry=alone block=32 in=u32[32]:any out=u32[32]
__global__ void alone(const unsigned* in, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  if (value == 0)
    return;
  const unsigned here = __activemask();
  out[threadIdx.x] = __shfl_sync(here, value, 0); // here
}
