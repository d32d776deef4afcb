/* CUDA's warp functions of today on the host (SYNC-8): __shfl_sync and its kin, __all_sync, __any_sync, __uni_sync,
   __ballot_sync, __match_any_sync, __match_all_sync, __reduce_*_sync, __activemask. Each is called once for a whole
   warp: what a lane passes stands in an array of 32, lane i at index i. Link warplaw::concrete. Rules are those of
   spec/rules.cpp.

   The functions in C are proved (`warplaw verify cuda`): each computes what its .sync instruction computes, for all
   arguments, and writes nothing else. What stands below them for C++ (warplaw::cuda, C++17) passes a type's bits to
   them and back, and is tested, every type and function, not proved.

   Lanes that execute and name the same mask are a group. Something is promised only if, in every group, the lanes that
   name the mask are those of the mask that have not exited: each names itself, and nobody is missing (SYNC-1).
   Otherwise every lane that executes receives any values; `promised` says so.

   Not here: 16-bit types (SYNC-8 does not cover them), __syncwarp (it changes no word), __reduce_*_sync of floats. */
#ifndef WARPLAW_CUDA_H
#define WARPLAW_CUDA_H
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPLAW_LANES 32

/* Who calls, and what lanes receive where nothing is promised: any values, which no document settles. All other values
   are legal. */
typedef struct warplaw_cuda_warp {
  uint32_t exec;                    /* bit i: lane i executes the call */
  uint32_t exited;                  /* bit i: lane i has exited; one that executes has not, whatever stands here */
  uint32_t overlap_is_defined;      /* where masks of several groups name the same lane, which has exited, CUDA wants
                                       them disjoint: 0: nothing is promised then; not 0: as otherwise (SYNC-1) */
  uint32_t any_predicate;           /* bit i: what lane i is answered where nothing is promised */
  uint32_t any[WARPLAW_LANES];      /* what lane i receives there; of 64 bits the low word */
  uint32_t any_high[WARPLAW_LANES]; /* of 64 bits the high word */
} warplaw_cuda_warp;

/* What all functions have in common, 32 lanes each:
     mask      the mask that each lane passes
     result    of lanes that execute, what each receives; the words of other lanes stay as they are
     promised  one word, bit i: the rules say what lane i receives; a lane that executes and whose bit is 0 receives
               what `warp` gives for that
   What is written does not overlap anything else that is handed over. */

/* A shuffle. x: of each lane its srcLane, delta or laneMask, of which the lowest 5 bits count (CSHFL-5). width: 1, 2,
   4, 8, 16 or 32, the same in the whole warp; every other one is rejected: returns false and writes nothing (CSHFL-1).
   A source lane that is not a live member of the reading lane's group gives any value (SYNC-2), and out of range a lane
   receives its own. A word of 64 bits is shuffled as two of 32, each with an "any value" of its own.
     warplaw_cuda_shfl_sync_b32 and _b64       __shfl_sync(mask, var, srcLane, width): CSHFL-2
     warplaw_cuda_shfl_up_sync_b32 and _b64    __shfl_up_sync(mask, var, delta, width): CSHFL-3
     warplaw_cuda_shfl_down_sync_b32 and _b64  __shfl_down_sync(mask, var, delta, width): CSHFL-3
     warplaw_cuda_shfl_xor_sync_b32 and _b64   __shfl_xor_sync(mask, var, laneMask, width): CSHFL-4 */
typedef bool warplaw_cuda_shuffle_b32(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint32_t* var,
                                      const uint32_t* x, uint32_t width, uint32_t* result, uint32_t* promised);
typedef bool warplaw_cuda_shuffle_b64(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint64_t* var,
                                      const uint32_t* x, uint32_t width, uint64_t* result, uint32_t* promised);
#define WARPLAW_CUDA_SHUFFLE(name, ...)                                                                                \
  warplaw_cuda_shuffle_b32 warplaw_cuda_##name##_sync_b32;                                                             \
  warplaw_cuda_shuffle_b64 warplaw_cuda_##name##_sync_b64;

/* A vote (SYNC-3). predicate: of each lane, not 0 is yes. The answer to all, any and uni is 1 or 0 here; of all and any
   CUDA promises no more than 0 or not 0.
     warplaw_cuda_all_sync     __all_sync(mask, predicate): does every member say yes?
     warplaw_cuda_any_sync     __any_sync(mask, predicate): does one?
     warplaw_cuda_uni_sync     __uni_sync(mask, predicate): do all say the same?
     warplaw_cuda_ballot_sync  __ballot_sync(mask, predicate): bit i: lane i is a member and says yes */
typedef void warplaw_cuda_sync_vote(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint32_t* predicate,
                                    uint32_t* result, uint32_t* promised);
#define WARPLAW_CUDA_VOTE(name, ...) warplaw_cuda_sync_vote warplaw_cuda_##name##_sync;

/* Which members pass the same value, compared as bits: 0.0 and -0.0 differ, and a NaN is like itself (SYNC-4). */
typedef void warplaw_cuda_match_any_b32(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint32_t* value,
                                        uint32_t* result, uint32_t* promised);
typedef void warplaw_cuda_match_any_b64(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint64_t* value,
                                        uint32_t* result, uint32_t* promised);
warplaw_cuda_match_any_b32
    warplaw_cuda_match_any_sync_b32; /* __match_any_sync(mask, value): the members like oneself */
warplaw_cuda_match_any_b64 warplaw_cuda_match_any_sync_b64;
/* pred: as result, each lane's *pred: 1 or 0. */
typedef void warplaw_cuda_match_all_b32(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint32_t* value,
                                        uint32_t* result, uint32_t* pred, uint32_t* promised);
typedef void warplaw_cuda_match_all_b64(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint64_t* value,
                                        uint32_t* result, uint32_t* pred, uint32_t* promised);
warplaw_cuda_match_all_b32 warplaw_cuda_match_all_sync_b32; /* __match_all_sync(mask, value, &pred): if all are alike
                                                               the members and 1, otherwise 0 and 0 */
warplaw_cuda_match_all_b64 warplaw_cuda_match_all_sync_b64;

/* A reduction over the members (SYNC-5); a sum is modulo 2^32.
     warplaw_cuda_reduce_add_sync_u32 and _s32  __reduce_add_sync(mask, value) of unsigned and of int
     warplaw_cuda_reduce_min_sync_u32 and _s32  __reduce_min_sync(mask, value)
     warplaw_cuda_reduce_max_sync_u32 and _s32  __reduce_max_sync(mask, value)
     warplaw_cuda_reduce_and_sync               __reduce_and_sync(mask, value) of unsigned
     warplaw_cuda_reduce_or_sync                __reduce_or_sync(mask, value)
     warplaw_cuda_reduce_xor_sync               __reduce_xor_sync(mask, value) */
typedef void warplaw_cuda_reduction(const warplaw_cuda_warp* warp, const uint32_t* mask, const uint32_t* value,
                                    uint32_t* result, uint32_t* promised);
#define WARPLAW_CUDA_REDUCTION(name, suffix, ...) warplaw_cuda_reduction warplaw_cuda_reduce_##name##_sync##suffix;
#include "cuda_functions.def"

/* __activemask(): exec, in every lane that executes; always promised (SYNC-6). */
void warplaw_cuda_activemask(const warplaw_cuda_warp* warp, uint32_t* result);

#ifdef __cplusplus
} // extern "C"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace warplaw::cuda {

/// A variable of every lane: lane i's at index i.
template <class T> struct Lanes {
  T lane[WARPLAW_LANES];
  T& operator[](unsigned i) { return lane[i]; }
  const T& operator[](unsigned i) const { return lane[i]; }
};

/// The words that the executing lanes receive; 0 in the others.
template <class T> struct Received : Lanes<T> {
  std::uint32_t promised = 0; ///< bit i: the rules say what lane i receives
  bool accepted = true;       ///< false: the width is rejected, and nobody receives anything
};

/// Who calls. By default all 32 lanes; where nothing is promised they receive 0, and masks may overlap in exited lanes.
struct Warp : warplaw_cuda_warp {
  explicit Warp(std::uint32_t executing = ~std::uint32_t{0}, std::uint32_t gone = 0)
      : warplaw_cuda_warp{executing, gone, 1, 0, {}, {}} {}
};

/// An argument of 32 bits, a mask or a number: the same in every lane, or lane by lane.
struct Words {
  std::uint32_t lane[WARPLAW_LANES];

  Words(std::uint32_t same) {
    for (std::uint32_t& word : lane)
      word = same;
  }
  Words(int same) : Words(static_cast<std::uint32_t>(same)) {}
  Words(const Lanes<unsigned>& each) : Words(each, 0) {}
  Words(const Lanes<int>& each) : Words(each, 0) {}
  Words(const Lanes<bool>& each) : Words(each, 0) {}

private:
  template <class T> Words(const Lanes<T>& each, int) {
    for (unsigned i = 0; i < WARPLAW_LANES; ++i)
      lane[i] = static_cast<std::uint32_t>(each[i]);
  }
};

namespace detail {

template <class T, class... Types> inline constexpr bool kIsOneOf = (std::is_same_v<T, Types> || ...);
template <class T>
inline constexpr bool kIsCovered =
    kIsOneOf<T, int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
template <class T> inline constexpr bool kIsWide = sizeof(T) == 8;

/// The bits of a variable, and back.
template <class T> struct BitsOf {
  static_assert(kIsCovered<T>,
                "CUDA's warp functions take int, unsigned, long, unsigned long, long long, unsigned long "
                "long, float and double; 16-bit types are not covered (SYNC-8)");
  std::conditional_t<kIsWide<T>, std::uint64_t, std::uint32_t> lane[WARPLAW_LANES] = {};
  BitsOf() = default;
  explicit BitsOf(const Lanes<T>& variable) { std::memcpy(lane, variable.lane, sizeof lane); }
  void to(Lanes<T>& variable) const { std::memcpy(variable.lane, lane, sizeof lane); }
};

/// The function of the type's size, of the two.
template <class T, class Narrow, class Wide> constexpr auto sized(Narrow* narrow, Wide* wide) {
  if constexpr (kIsWide<T>)
    return wide;
  else
    return narrow;
}

template <class T, class Shuffle>
Received<T> shuffled(Shuffle* shuffle, const Warp& warp, const Words& mask, const Lanes<T>& var, const Words& x,
                     int width) {
  const BitsOf<T> from(var);
  BitsOf<T> result;
  Received<T> received{};
  received.accepted =
      shuffle(&warp, mask.lane, from.lane, x.lane, static_cast<std::uint32_t>(width), result.lane, &received.promised);
  result.to(received);
  return received;
}

/// A function of one argument: a vote, a match or a reduction.
template <class Result, class T, class Function, class... Pred>
Received<Result> asked(Function* function, const Warp& warp, const Words& mask, const T* value, Pred*... pred) {
  BitsOf<Result> result;
  Received<Result> received{};
  function(&warp, mask.lane, value, result.lane, pred..., &received.promised);
  result.to(received);
  return received;
}

} // namespace detail

/// shfl_sync, shfl_up_sync, shfl_down_sync, shfl_xor_sync (warp, mask, var, x, width). T: int, unsigned, long, unsigned
/// long, long long, unsigned long long, float, double. width: 1, 2, 4, .. 32.
#define WARPLAW_CUDA_SHUFFLE(name, Mode, mode, clamp, Distance, x)                                                     \
  template <class T>                                                                                                   \
  Received<T> name##_sync(const Warp& warp, const Words& mask, const Lanes<T>& var, const Words& x, int width = 32) {  \
    return detail::shuffled(detail::sized<T>(warplaw_cuda_##name##_sync_b32, warplaw_cuda_##name##_sync_b64), warp,    \
                            mask, var, x, width);                                                                      \
  }
/// all_sync, any_sync, uni_sync give an int, ballot_sync an unsigned.
#define WARPLAW_CUDA_VOTE(name, Mode, Type)                                                                            \
  inline Received<Type> name##_sync(const Warp& warp, const Words& mask, const Words& predicate) {                     \
    return detail::asked<Type>(warplaw_cuda_##name##_sync, warp, mask, predicate.lane);                                \
  }
/// reduce_add_sync, reduce_min_sync, reduce_max_sync of int and of unsigned; reduce_and_sync, reduce_or_sync,
/// reduce_xor_sync of unsigned.
#define WARPLAW_CUDA_REDUCTION(name, suffix, Op, Of, op, Type)                                                         \
  inline Received<Type> reduce_##name##_sync(const Warp& warp, const Words& mask, const Lanes<Type>& value) {          \
    return detail::asked<Type>(warplaw_cuda_reduce_##name##_sync##suffix, warp, mask, detail::BitsOf(value).lane);     \
  }
#include "cuda_functions.def"

/// T: as of the shuffles.
template <class T> Received<unsigned> match_any_sync(const Warp& warp, const Words& mask, const Lanes<T>& value) {
  return detail::asked<unsigned>(detail::sized<T>(warplaw_cuda_match_any_sync_b32, warplaw_cuda_match_any_sync_b64),
                                 warp, mask, detail::BitsOf<T>(value).lane);
}
/// *pred: 1 or 0 in lanes that execute; the others' stay.
template <class T>
Received<unsigned> match_all_sync(const Warp& warp, const Words& mask, const Lanes<T>& value, Lanes<int>* pred) {
  detail::BitsOf<int> answer(*pred);
  const auto received =
      detail::asked<unsigned>(detail::sized<T>(warplaw_cuda_match_all_sync_b32, warplaw_cuda_match_all_sync_b64), warp,
                              mask, detail::BitsOf<T>(value).lane, answer.lane);
  answer.to(*pred);
  return received;
}

inline Received<unsigned> activemask(const Warp& warp) {
  detail::BitsOf<unsigned> result;
  Received<unsigned> received{};
  warplaw_cuda_activemask(&warp, result.lane);
  result.to(received);
  received.promised = warp.exec;
  return received;
}

} // namespace warplaw::cuda
#endif
#endif
