/* An executor of SHFL from a function that is written as one lane sees it: what a shader, a HIP or a SYCL kernel calls,
   which knows its own lane and asks another one for its value. WARPLAW_SHFL_FROM_LANES makes the function of whole
   warps that warplaw/executor.h asks for; `warplaw prove` takes the lane's function by itself and proves it once, with
   the lane's number unknown. C99, and C++; for one source file of a plug-in. */
#ifndef WARPLAW_LANE_H
#define WARPLAW_LANE_H
#include "executor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* SHFL as a lane that executes sees it (SHFL-1..8). */
typedef struct warplaw_shfl_lane {
  uint32_t mode;     /* WARPLAW_SHFL_.. */
  uint32_t number;   /* the lane's own, 0..31 */
  uint32_t value;    /* its own Ra */
  uint32_t lane;     /* its own Sb, all 32 bits of it; the lane or distance is in bits 4:0 */
  uint32_t range;    /* its own Sc: clamp in bits 4:0, segment mask in bits 12:8 */
  uint32_t width;    /* 32 less bits 12:8 of it: the width of a CUDA range (CSHFL-1) */
  uint32_t in_range; /* out: 1: the lane that is read is in range (SHFL-8); 0 before */
} warplaw_shfl_lane;

/* The value of lane `from` (bits 4:0 count): HIP's ds_bpermute(from << 2, self->value), OpenCL's sub_group_shuffle.
   Each lane asks exactly once, since none can be left out of an exchange; one that does not leaves no result. Of a lane
   that is off, what the case gives: {"inactive": "given"}. */
#ifdef WARPLAW_PROVE
uint32_t warplaw_from_lane(warplaw_shfl_lane* self, uint32_t from);
#else
typedef struct warplaw_lane_in_warp {
  warplaw_shfl_lane self; /* first: a pointer to it is one to all of this */
  const warplaw_shfl* warp;
  uint32_t exchanges;
} warplaw_lane_in_warp;

static inline uint32_t warplaw_from_lane(warplaw_shfl_lane* self, uint32_t from) {
  warplaw_lane_in_warp* const lane = (warplaw_lane_in_warp*)self;
  ++lane->exchanges;
  return lane->warp->exec >> (from & 31) & 1 ? lane->warp->value[from & 31] : lane->warp->inactive[self->number];
}

static inline void warplaw_shfl_by_lanes(uint32_t (*function)(warplaw_shfl_lane*), warplaw_shfl* batch,
                                         uint32_t count) {
  for (warplaw_shfl* warp = batch; warp != batch + count; ++warp)
    for (uint32_t i = 0; i < WARPLAW_LANES; ++i) {
      warplaw_lane_in_warp lane = {
          {warp->mode, i, warp->value[i], warp->lane[i], warp->range[i], 32 - (warp->range[i] >> 8 & 31), 0}, warp, 0};
      if (!(warp->exec >> i & 1))
        continue;
      const uint32_t result = function(&lane.self);
      if (lane.exchanges != 1)
        continue;
      warp->result[i] = result;
      warp->predicate = (warp->predicate & ~(1u << i)) | (lane.self.in_range & 1) << i;
    }
}
#endif

#ifdef __cplusplus
#define WARPLAW_LANE_C extern "C"
#else
#define WARPLAW_LANE_C
#endif

/* Defines `static void name(warplaw_shfl* batch, uint32_t count)` by a function uint32_t(warplaw_shfl_lane*), which
   gives what the lane receives. `warplaw prove` finds that function by a name that C++ must not change. */
#ifdef WARPLAW_PROVE
#define WARPLAW_SHFL_FROM_LANES(name, function)                                                                        \
  WARPLAW_LANE_C uint32_t warplaw_shfl_of_lane(warplaw_shfl_lane* self);                                               \
  WARPLAW_LANE_C uint32_t warplaw_shfl_of_lane(warplaw_shfl_lane* self) { return function(self); }                     \
  static void name(warplaw_shfl* batch, uint32_t count) { (void)batch, (void)count; }
#else
#define WARPLAW_SHFL_FROM_LANES(name, function)                                                                        \
  static void name(warplaw_shfl* batch, uint32_t count) { warplaw_shfl_by_lanes(function, batch, count); }
#endif

#ifdef __cplusplus
}
#endif
#endif
