/* Votes, matches, shuffles and reductions of one lane, which knows who executes. Expected: VOTE.ALL OK, VOTE.ANY OK, VOTE.EQ OK, shfl.sync.* OK, vote.sync.* OK, match.* OK, redux.* OK */
#include <warplaw/lane.h>

#ifndef MEMBERS /* of a lane's group */
#define MEMBERS(l) (l->membermask & ~l->exited)
#endif

/* HIP's __all, __any and __ballot. */
static uint32_t vote(warplaw_vote_lane* l) {
  const uint32_t yes = warplaw_vote_ballot(l);
  const int all = yes == l->exec, any = yes != 0;
  l->predicate = l->mode == WARPLAW_VOTE_ALL ? all : l->mode == WARPLAW_VOTE_ANY ? any : all || !any;
  return yes;
}

static uint32_t vote_sync(warplaw_vote_sync_lane* l) {
  const uint32_t members = MEMBERS(l), yes = warplaw_vote_sync_ballot(l) & members;
  const int all = yes == members, any = yes != 0;
  l->predicate = l->mode == WARPLAW_VOTE_SYNC_ALL ? all : l->mode == WARPLAW_VOTE_SYNC_ANY ? any : all || !any;
  return yes;
}

static uint32_t shfl_sync(warplaw_shfl_sync_lane* l) {
  const uint32_t distance = l->lane & 31, segment = l->range >> 8 & 31;
  const uint32_t least = l->number & segment, greatest = least | (l->range & 31 & ~segment);
  uint32_t from = l->number ^ distance;
  if (l->mode == WARPLAW_SHFL_IDX)
    from = least | (distance & ~segment);
  else if (l->mode == WARPLAW_SHFL_DOWN)
    from = l->number + distance;
  else if (l->mode == WARPLAW_SHFL_UP)
    from = l->number - distance;
  l->in_range = l->mode == WARPLAW_SHFL_UP ? (int)from >= (int)greatest : from <= greatest;
  return warplaw_shfl_sync_from(l, l->in_range ? from : l->number);
}

static uint32_t match_sync(warplaw_match_sync_lane* l) {
  const uint32_t members = MEMBERS(l);
  uint32_t alike = 0;
  for (uint32_t j = 0; j < WARPLAW_LANES; ++j)
    if (members >> j & 1 && warplaw_match_sync_from(l, j) == l->value)
      alike |= 1u << j;
  l->predicate = alike == members;
  return l->mode == WARPLAW_MATCH_ANY ? alike : l->predicate ? members : 0;
}

static uint32_t joined(const warplaw_redux_sync_lane* l, uint32_t a, uint32_t b) {
  const uint32_t sign = l->type == WARPLAW_REDUX_S32 ? 0x80000000 : 0;
  switch (l->op) {
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

static uint32_t redux_sync(warplaw_redux_sync_lane* l) {
  const uint32_t members = MEMBERS(l);
  uint32_t all = l->value;
  for (uint32_t j = 0; j < WARPLAW_LANES; ++j)
    if (members >> j & 1 && j != l->number)
      all = joined(l, all, warplaw_redux_sync_from(l, j));
  return all;
}

WARPLAW_VOTE_FROM_LANES(votes, vote)
WARPLAW_VOTE_SYNC_FROM_LANES(votes_sync, vote_sync)
WARPLAW_SHFL_SYNC_FROM_LANES(shuffles_sync, shfl_sync)
WARPLAW_MATCH_SYNC_FROM_LANES(matches_sync, match_sync)
WARPLAW_REDUX_SYNC_FROM_LANES(reductions_sync, redux_sync)

/* no floats: what sm_80 has */
#define DOMAIN                                                                                                         \
  "{\"shfl_sync\": {\"inactive\": \"given\"}, \"redux_sync\": {\"operations\": [\"add.u32\", \"min.u32\", "            \
  "\"max.u32\", \"add.s32\", \"min.s32\", \"max.s32\", \"and.b32\", \"or.b32\", \"xor.b32\"]}}"
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE,
                                         .name = "lanes",
                                         .version = "1",
                                         .domain = DOMAIN,
                                         WARPLAW_IMPLEMENTS(vote, votes),
                                         WARPLAW_IMPLEMENTS(shfl_sync, shuffles_sync),
                                         WARPLAW_IMPLEMENTS(vote_sync, votes_sync),
                                         WARPLAW_IMPLEMENTS(match_sync, matches_sync),
                                         WARPLAW_IMPLEMENTS(redux_sync, reductions_sync)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
