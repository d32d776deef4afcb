/* __shfl gives the own value where srcLane is not in the width, instead of wrapping (CSHFL-2). Expected: __shfl MISMATCH index-outside-its-segment-gives-the-own, __shfl_up OK, __shfl_down OK, __shfl_xor OK */
#define SPOIL_SOURCE \
  if (w->function == WARPLAW_CUDA_SHFL && w->x[i] >= w->width) \
    from = i;
#include "../cuda_shfl.c"
