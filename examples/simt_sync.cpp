/* match.sync, vote.sync and redux.sync as a kernel is written, lane by lane, of shuffles and ballots alone. Expected: match.any.sync.b32 OK, match.any.sync.b64 OK, match.all.sync.b32 OK, match.all.sync.b64 OK, vote.sync.all OK, vote.sync.any OK, vote.sync.uni OK, vote.sync.ballot OK, redux.sync.* OK */
#include <warplaw/simt.h>

namespace simt = warplaw::simt;
using Mask = std::uint32_t;

static unsigned lowest(Mask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }
#ifndef MEMBERS /* of lane i's group */
#define MEMBERS (w.membermask[i] & ~w.exited)
#endif

// A turn for each value that is there: who has it leaves the loop, the others go on without them.
static Mask alikeIn(Mask members, std::uint64_t value) {
  for (Mask left = members;;) {
    const auto first = simt::from_lane(value, lowest(left), ~value, left);
    const Mask alike = simt::ballot(value == first, left);
    if (value == first)
      return alike;
    left &= ~alike;
  }
}

static void match_sync(warplaw_match_sync* batch, std::uint32_t count) {
  simt::each_warp(batch, count, [](warplaw_match_sync& w) {
    const unsigned i = simt::lane();
    const Mask members = MEMBERS;
    const Mask alike = alikeIn(members, std::uint64_t{w.high[i]} << 32 | w.value[i]);
    if (w.mode == WARPLAW_MATCH_ANY) {
      w.result[i] = alike;
      return;
    }
    w.result[i] = alike == members ? members : 0;
    simt::set_bit(w.predicate, alike == members);
  });
}

static void vote_sync(warplaw_vote_sync* batch, std::uint32_t count) {
  simt::each_warp(batch, count, [](warplaw_vote_sync& w) {
    const unsigned i = simt::lane();
    const Mask members = MEMBERS;
    const bool vote = w.votes >> i & 1;
    switch (w.mode) {
    case WARPLAW_VOTE_SYNC_ALL:
      return simt::set_bit(w.predicate, simt::ballot(!vote, members) == 0);
    case WARPLAW_VOTE_SYNC_ANY:
      return simt::set_bit(w.predicate, simt::ballot(vote, members) != 0);
    case WARPLAW_VOTE_SYNC_UNI: {
      const bool leaders = simt::from_lane(vote, lowest(members), false, members);
      return simt::set_bit(w.predicate, simt::ballot(vote != leaders, members) == 0);
    }
    default:
      w.ballot[i] = simt::ballot(vote, members);
    }
  });
}

static std::uint32_t joined(const warplaw_redux_sync& w, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t sign = w.type == WARPLAW_REDUX_S32 ? 0x80000000 : 0;
  switch (w.op) {
  case WARPLAW_REDUX_ADD:
    return a + b;
  case WARPLAW_REDUX_MIN:
    return (a ^ sign) < (b ^ sign) ? a : b;
  case WARPLAW_REDUX_MAX:
    return (a ^ sign) < (b ^ sign) ? b : a;
  case WARPLAW_REDUX_AND:
    return a & b;
  case WARPLAW_REDUX_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

// A tree: every second one of the lanes that are left takes over the next one's sum; the first one then tells all.
static void redux_sync(warplaw_redux_sync* batch, std::uint32_t count) {
  simt::each_warp(batch, count, [](warplaw_redux_sync& w) {
    const unsigned i = simt::lane();
    const Mask members = MEMBERS, below = (1u << i) - 1;
    std::uint32_t sum = w.value[i];
    for (Mask left = members; left & (left - 1);) {
      const bool stays = left >> i & 1 && __builtin_popcount(left & below) % 2 == 0;
      const Mask above = left & ~below & ~(1u << i);
      const auto next = simt::from_lane(sum, above ? lowest(above) : i, 0, members);
      if (stays && above)
        sum = joined(w, sum, next);
      left = simt::ballot(stays, members);
    }
    w.result[i] = simt::from_lane(sum, lowest(members), 0, members);
  });
}

const warplaw_executor* warplaw_executor_open(std::uint32_t host_abi) {
  static const warplaw_executor table = {
      WARPLAW_TABLE,
      .name = "lanes that meet",
      .version = "1",
      .domain = "{\"redux_sync\": {\"operations\": [\"add.u32\", \"min.u32\", \"max.u32\", \"add.s32\", \"min.s32\", "
                "\"max.s32\", \"and.b32\", \"or.b32\", \"xor.b32\"]}}",
      WARPLAW_IMPLEMENTS(vote_sync, vote_sync),
      WARPLAW_IMPLEMENTS(match_sync, match_sync),
      WARPLAW_IMPLEMENTS(redux_sync, redux_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : nullptr;
}
