/* Executors from functions that are written as one lane sees them: what a shader, a HIP or a SYCL kernel calls, which
   knows its own lane and who executes, and asks others for what they hold. WARPLAW_SHFL_FROM_LANES and its kin below
   make the function of whole warps that warplaw/executor.h asks for. A lane's function is called once for each lane
   that executes, one after the other; it may ask for what lanes brought along, not for what their calls computed (for
   that there is warplaw/simt.h, whose lanes run together). C99, and C++; for one source file of a plug-in.

   `warplaw prove` takes SHFL's function by itself and proves it once, with the lane's number unknown; the others it
   proves for the 32 lanes of a warp. */
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
  uint32_t exec;     /* bit i: lane i executes */
} warplaw_shfl_lane;

/* VOTE (VOTE-1..3). The function returns Rd, the ballot. */
typedef struct warplaw_vote_lane {
  uint32_t mode;      /* WARPLAW_VOTE_.. */
  uint32_t number;    /* the lane's own, 0..31 */
  uint32_t exec;      /* bit i: lane i executes */
  uint32_t vote;      /* its own Pp: 1 or 0 */
  uint32_t predicate; /* out: Pu, in bit 0; 0 before */
} warplaw_vote_lane;

/* The .sync forms (SYNC-2..5): a lane knows which mask it names, not what others name. */
typedef struct warplaw_shfl_sync_lane {
  uint32_t mode;                      /* WARPLAW_SHFL_.. */
  uint32_t number;                    /* the lane's own, 0..31 */
  uint32_t exec, exited;              /* bit i: lane i executes; has exited */
  uint32_t membermask;                /* what it names itself */
  uint32_t value, lane, range, width; /* as of SHFL */
  uint32_t in_range;                  /* out: p, in bit 0; 0 before */
} warplaw_shfl_sync_lane;

/* The function returns d of BALLOT; of the others what it returns is not looked at. */
typedef struct warplaw_vote_sync_lane {
  uint32_t mode;                             /* WARPLAW_VOTE_SYNC_.. */
  uint32_t number, exec, exited, membermask; /* as of shfl.sync */
  uint32_t vote;                             /* its own a: 1 or 0 */
  uint32_t predicate;                        /* out, of the others: p, in bit 0; 0 before */
} warplaw_vote_sync_lane;

typedef struct warplaw_match_sync_lane {
  uint32_t mode, type;                       /* WARPLAW_MATCH_.., WARPLAW_B32.. */
  uint32_t number, exec, exited, membermask; /* as of shfl.sync */
  uint64_t value;                            /* its own a */
  uint32_t predicate;                        /* out, of ALL: p, in bit 0; 0 before */
} warplaw_match_sync_lane;

typedef struct warplaw_redux_sync_lane {
  uint32_t op, type, absolute, nan;          /* as of warplaw_redux_sync */
  uint32_t number, exec, exited, membermask; /* as of shfl.sync */
  uint32_t value;                            /* its own a */
} warplaw_redux_sync_lane;

/* What a lane's function is called with, inside the warp. */
#define WARPLAW_IN_WARP(family)                                                                                        \
  typedef struct warplaw_##family##_in_warp {                                                                          \
    warplaw_##family##_lane self; /* first: a pointer to it is one to all of this */                                   \
    warplaw_##family* warp;                                                                                            \
    uint32_t exchanges;                                                                                                \
    uint32_t number; /* the lane's own, whatever its function writes to self */                                        \
  } warplaw_##family##_in_warp;
WARPLAW_IN_WARP(shfl)
WARPLAW_IN_WARP(vote)
WARPLAW_IN_WARP(shfl_sync)
WARPLAW_IN_WARP(vote_sync)
WARPLAW_IN_WARP(match_sync)
WARPLAW_IN_WARP(redux_sync)
#undef WARPLAW_IN_WARP

/* The value of lane `from` (bits 4:0 count): HIP's ds_bpermute(from << 2, self->value), OpenCL's sub_group_shuffle.
   Each lane asks exactly once, since none can be left out of an exchange; one that does not leaves no result. A lane
   that is off gives what the case says: {"inactive": "given"}. */
#ifdef WARPLAW_PROVE
uint32_t warplaw_from_lane(warplaw_shfl_lane* self, uint32_t from);
#else
static inline uint32_t warplaw_from_lane(warplaw_shfl_lane* self, uint32_t from) {
  warplaw_shfl_in_warp* const in = (warplaw_shfl_in_warp*)self;
  ++in->exchanges;
  return in->warp->exec >> (from & 31) & 1 ? in->warp->value[from & 31] : in->warp->inactive[in->number];
}
#endif

/* The same of shfl.sync: exactly once, and of a lane that is no member of the own group what the case gives. */
static inline uint32_t warplaw_shfl_sync_from(warplaw_shfl_sync_lane* self, uint32_t from) {
  warplaw_shfl_sync_in_warp* const in = (warplaw_shfl_sync_in_warp*)self;
  ++in->exchanges;
  return self->membermask & ~self->exited & 1u << (from & 31) ? in->warp->value[from & 31]
                                                              : in->warp->inactive[self->number];
}

/* HIP's __ballot, OpenCL's sub_group_ballot: the lanes that execute and vote yes, whatever group they are of. */
static inline uint32_t warplaw_vote_ballot(const warplaw_vote_lane* self) {
  return ((const warplaw_vote_in_warp*)self)->warp->votes & self->exec;
}
static inline uint32_t warplaw_vote_sync_ballot(const warplaw_vote_sync_lane* self) {
  return ((const warplaw_vote_sync_in_warp*)self)->warp->votes & self->exec;
}

/* What lane `from` holds (bits 4:0 count), whether it executes or not: AMD's readlane. As often as one likes. */
static inline uint64_t warplaw_match_sync_from(const warplaw_match_sync_lane* self, uint32_t from) {
  const warplaw_match_sync* const warp = ((const warplaw_match_sync_in_warp*)self)->warp;
  return (uint64_t)warp->high[from & 31] << 32 | warp->value[from & 31];
}
static inline uint32_t warplaw_redux_sync_from(const warplaw_redux_sync_lane* self, uint32_t from) {
  return ((const warplaw_redux_sync_in_warp*)self)->warp->value[from & 31];
}

/* What lane i begins with, and where its answer goes. */
static inline warplaw_shfl_in_warp warplaw_shfl_enter(warplaw_shfl* warp, uint32_t i) {
  const warplaw_shfl_in_warp in = {
      {warp->mode, i, warp->value[i], warp->lane[i], warp->range[i], 32 - (warp->range[i] >> 8 & 31), 0, warp->exec},
      warp,
      0,
      i};
  return in;
}
static inline warplaw_vote_in_warp warplaw_vote_enter(warplaw_vote* warp, uint32_t i) {
  const warplaw_vote_in_warp in = {{warp->mode, i, warp->exec, warp->votes >> i & 1, 0}, warp, 0, i};
  return in;
}
static inline warplaw_shfl_sync_in_warp warplaw_shfl_sync_enter(warplaw_shfl_sync* warp, uint32_t i) {
  const warplaw_shfl_sync_in_warp in = {{warp->mode, i, warp->exec, warp->exited, warp->membermask[i], warp->value[i],
                                         warp->lane[i], warp->range[i], 32 - (warp->range[i] >> 8 & 31), 0},
                                        warp,
                                        0,
                                        i};
  return in;
}
static inline warplaw_vote_sync_in_warp warplaw_vote_sync_enter(warplaw_vote_sync* warp, uint32_t i) {
  const warplaw_vote_sync_in_warp in = {
      {warp->mode, i, warp->exec, warp->exited, warp->membermask[i], warp->votes >> i & 1, 0}, warp, 0, i};
  return in;
}
static inline warplaw_match_sync_in_warp warplaw_match_sync_enter(warplaw_match_sync* warp, uint32_t i) {
  const warplaw_match_sync_in_warp in = {{warp->mode, warp->type, i, warp->exec, warp->exited, warp->membermask[i],
                                          (uint64_t)warp->high[i] << 32 | warp->value[i], 0},
                                         warp,
                                         0,
                                         i};
  return in;
}
static inline warplaw_redux_sync_in_warp warplaw_redux_sync_enter(warplaw_redux_sync* warp, uint32_t i) {
  const warplaw_redux_sync_in_warp in = {{warp->op, warp->type, warp->absolute, warp->nan, i, warp->exec, warp->exited,
                                          warp->membermask[i], warp->value[i]},
                                         warp,
                                         0,
                                         i};
  return in;
}

static inline void warplaw_set_bit(uint32_t* word, uint32_t i, uint32_t bit) {
  *word = (*word & ~(1u << i)) | (bit & 1) << i;
}
static inline void warplaw_shfl_leave(const warplaw_shfl_in_warp* in, uint32_t i, uint32_t result) {
  if (in->exchanges != 1)
    return;
  in->warp->result[i] = result;
  warplaw_set_bit(&in->warp->predicate, i, in->self.in_range);
}
static inline void warplaw_vote_leave(const warplaw_vote_in_warp* in, uint32_t i, uint32_t result) {
  in->warp->ballot[i] = result;
  warplaw_set_bit(&in->warp->predicate, i, in->self.predicate);
}
static inline void warplaw_shfl_sync_leave(const warplaw_shfl_sync_in_warp* in, uint32_t i, uint32_t result) {
  if (in->exchanges != 1)
    return;
  in->warp->result[i] = result;
  warplaw_set_bit(&in->warp->predicate, i, in->self.in_range);
}
static inline void warplaw_vote_sync_leave(const warplaw_vote_sync_in_warp* in, uint32_t i, uint32_t result) {
  if (in->warp->mode == WARPLAW_VOTE_SYNC_BALLOT)
    in->warp->ballot[i] = result;
  else
    warplaw_set_bit(&in->warp->predicate, i, in->self.predicate);
}
static inline void warplaw_match_sync_leave(const warplaw_match_sync_in_warp* in, uint32_t i, uint32_t result) {
  in->warp->result[i] = result;
  if (in->warp->mode == WARPLAW_MATCH_ALL)
    warplaw_set_bit(&in->warp->predicate, i, in->self.predicate);
}
static inline void warplaw_redux_sync_leave(const warplaw_redux_sync_in_warp* in, uint32_t i, uint32_t result) {
  in->warp->result[i] = result;
}

#ifdef __cplusplus
#define WARPLAW_LANE_C extern "C"
#else
#define WARPLAW_LANE_C
#endif

/* The loop over warps and lanes, once for all families; `function` is called by its name, which a proof can follow. */
#define WARPLAW_BY_LANES(family, name, function)                                                                       \
  static void name(warplaw_##family* batch, uint32_t count) {                                                          \
    for (uint32_t k = 0; k < count; ++k)                                                                               \
      for (uint32_t i = 0; i < WARPLAW_LANES; ++i)                                                                     \
        if (batch[k].exec >> i & 1) {                                                                                  \
          warplaw_##family##_in_warp in = warplaw_##family##_enter(&batch[k], i);                                      \
          const uint32_t result = function(&in.self);                                                                  \
          warplaw_##family##_leave(&in, i, result);                                                                    \
        }                                                                                                              \
  }

/* Defines `static void name(warplaw_shfl* batch, uint32_t count)` by a function uint32_t(warplaw_shfl_lane*), which
   gives what the lane receives. `warplaw prove` finds that function by a name that C++ must not change. */
#ifdef WARPLAW_PROVE
#define WARPLAW_SHFL_FROM_LANES(name, function)                                                                        \
  WARPLAW_LANE_C uint32_t warplaw_shfl_of_lane(warplaw_shfl_lane* self);                                               \
  WARPLAW_LANE_C uint32_t warplaw_shfl_of_lane(warplaw_shfl_lane* self) { return function(self); }                     \
  static void name(warplaw_shfl* batch, uint32_t count) { (void)batch, (void)count; }                                  \
  WARPLAW_LANE_C void (*const warplaw_shfl_stand_in)(warplaw_shfl*, uint32_t) = name;
#else
#define WARPLAW_SHFL_FROM_LANES(name, function) WARPLAW_BY_LANES(shfl, name, function)
#endif

/* The same of the other families: by a function uint32_t(warplaw_vote_lane*), and so on. */
#define WARPLAW_VOTE_FROM_LANES(name, function) WARPLAW_BY_LANES(vote, name, function)
#define WARPLAW_SHFL_SYNC_FROM_LANES(name, function) WARPLAW_BY_LANES(shfl_sync, name, function)
#define WARPLAW_VOTE_SYNC_FROM_LANES(name, function) WARPLAW_BY_LANES(vote_sync, name, function)
#define WARPLAW_MATCH_SYNC_FROM_LANES(name, function) WARPLAW_BY_LANES(match_sync, name, function)
#define WARPLAW_REDUX_SYNC_FROM_LANES(name, function) WARPLAW_BY_LANES(redux_sync, name, function)

#ifdef __cplusplus
}
#endif
#endif
