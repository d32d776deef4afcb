#!/usr/bin/env bash
# `prove` of batches of several warps, and of loops of many turns.
set -u
. "${BASH_SOURCE[0]%/*}/prove_lib.sh"

# a batch of several warps (some of them; all with WARPLAW_ALL: docs/ci.md). Each of these five is right of one warp alone, and found by the half second of `check` that goes first ...
batch() { # NAME, before the loop over the batch, in it before the answer, in it after; `yes` is the answer
  cat >"$1.c" <<C
#include <warplaw/executor.h>
static void vote(warplaw_vote* batch, uint32_t count) {
  uint32_t kept = 0;
  $2
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_vote* const w = &batch[k];
    uint32_t yes = w->votes & w->exec;
    $3
    for (uint32_t i = 0; i < 32; ++i)
      if (w->exec >> i & 1)
        w->ballot[i] = yes;
    const uint32_t holds = w->mode == WARPLAW_VOTE_ALL ? yes == w->exec : w->mode == WARPLAW_VOTE_ANY ? yes != 0 : yes == 0 || yes == w->exec;
    w->predicate = (w->predicate & ~w->exec) | (holds ? w->exec : 0);
    $4
  }
  (void)kept;
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "$1", .domain = "{\"vote\": {\"modes\": [\"ANY\"]}}", WARPLAW_IMPLEMENTS(vote, vote)};
  return abi ? &table : 0;
}
C
}
inBatch() { # NAME, how its line goes on: refuted, and so replayed
  refuted 'as the (first|second) of a batch of two' "$1.c"
  grep -qE "^VOTE.ANY +REFUTED +$2" out || fail "$1: no '$2': $(cat out)"
  cp out "$1.out"
  replay=$(sed -n 's/^  replay:    warplaw //p' out)
  expect 1 MISMATCH $replay
  expect 0 . ${replay/--batch/} # each alone is right
}
batch right '' '' ''
proved 1 right.c
grep -q '^VOTE.ANY .*batches of one and two such warps$' out || fail "what was proved does not say of what: $(cat out)"
"$program" prove right.c --json | grep -q '"of":"batches of one and two such warps"' || fail 'JSON does not say of what'
batch not_reset '' 'yes = kept |= yes;' ''
batch leaves '' '' 'break;'
batch several '' 'if (count >= 2) yes ^= 1;' ''
batch reads '' 'if (k + 1 < count) yes ^= batch[k + 1].votes & 1;' ''
batch writes '' '' 'if (k) batch[k - 1].ballot[k % 32] ^= 1;'
for wrong in $(printf '%s\n' not_reset leaves several reads writes | some 3); do
  inBatch $wrong 'R0 lane|P0 lane' # before anything was lifted
done
# (of two warps this one is right; batches have odd numbers of cases, too)
batch odd '' 'if (count % 2 && count > 1) yes ^= 1;' ''
refuted 'wrong in a batch of [0-9]*[13579]: the answer depends on the number of cases' odd.c
# (nor is anything proved of three, but `check` has many small ones)
batch three '' 'if (count == 3) yes ^= 1;' ''
refuted 'wrong in a batch of 3: the answer depends on the number of cases' three.c
# ... and these by the proof alone: only one value of a word shows it
batch not_reset '' 'yes ^= kept; kept = w->votes == 0x12345678;' ''
batch leaves '' '' 'if (w->votes == 0x12345678) break;'
batch several '' 'if (count == 2 && w->votes == 0x12345678) yes ^= 1;' ''
batch reads '' 'if (k + 1 < count && batch[k + 1].votes == 0x12345678) yes ^= 1;' ''
batch writes '' '' 'if (k && w->votes == 0x12345678) batch[k - 1].ballot[3] ^= 1;'
for wrong in $(printf '%s\n' leaves not_reset reads several writes | some 2); do
  inBatch $wrong '[0-9]+ obligations'
done
# the value that makes it fail is seen in the other case, whether or not its lanes execute: the bits of 0x12345678
sed -n '/^  the first of the batch:$/,$p' leaves.out | grep -qE '^  3-6,9-10,12,14,18,20-21,25,28( \(off\))? +1' || fail "the deciding value is not shown: $(cat leaves.out)"
# what is compiled is not what is proved
batch otherwise '#ifdef WARPLAW_PROVE
#define ALSO 0
#else
#define ALSO 1
#endif' 'yes ^= ALSO;' ''
refuted '^VOTE.ANY +REFUTED +R0 lane' otherwise.c

# a loop of more turns than are looked at is no error in the code
unknown() { expect 3 "^VOTE.ANY +UNKNOWN .*$1" prove "${@:2}"; } # what is said, then arguments
batch turns 'kept = 100;' 'yes = 0;
    for (uint32_t t = 0; t < 100; ++t)
      yes |= t < 32 ? w->votes & w->exec & 1u << t : 0;' ''
unknown 'a loop of more than 64 turns, turns.c:9' turns.c
unknown 'a loop of more than 99 turns, turns.c:9' turns.c --turns 99
proved 1 turns.c --turns 100
# as many as the case says
batch data 'kept = 32;' 'for (uint32_t t = 0; t < (w->exec & 63); ++t)
      kept = t & 3 ? w->votes : kept;' ''
unknown 'a loop of more than 32 turns, data.c:8' data.c --turns 32
proved 1 data.c
done_testing
