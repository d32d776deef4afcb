#!/usr/bin/env bash
# `prove` proves what is right in its domain and refutes what is not, with a case that replays; what cannot be lifted is named with its
# place; what is no executor is one line.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"

proved() { # executor, forms, more arguments
  timeout 1200 "$program" prove "$1" "${@:3}" >out 2>err || fail "$1: exit $?: $(cat out err)"
  [ "$(grep -cE '^[A-Za-z0-9.]+ +PROVED ' out)" = "$2" ] || fail "not $2 forms PROVED: $(cat out)"
}
# plugin NAME DOMAIN BODY: what lane i receives (r[i]), w the warp
plugin() {
  cat >"$1.c" <<C
#include <warplaw/executor.h>
${4:-}
static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_shfl* w = &batch[k];
    uint32_t r[32];
    for (uint32_t i = 0; i < 32; ++i) {
      uint32_t from = i;
      $3
      r[i] = w->exec >> from & 1 ? w->value[from] : w->inactive[i];
    }
    for (uint32_t i = 0; i < 32; ++i)
      if (w->exec >> i & 1)
        w->result[i] = r[i];
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "$1", .domain = "{\"profile\": \"cuda\", \"shfl\": {\"modes\": [\"IDX\"], \"inactive\": \"given\"$2}}", WARPLAW_IMPLEMENTS(shfl, shfl)};
  return abi ? &table : 0;
}
C
}
width='const uint32_t width = 32 - (w->range[i] >> 8);'
right="$width from = (i & ~(width - 1)) | (w->lane[i] & (width - 1));"
refuted() { # what is said, NAME
  timeout 1200 "$program" prove "$2" -o found >out 2>err
  [ $? = 1 ] || fail "$2 is not refuted: $(cat out err)"
  grep -qE "$1" out || fail "$2: no '$1': $(cat out)"
}

formsOf() { head -n 1 "$1" | grep -oE " ($2)\\b" | wc -l; } # that the example's own first line names with this verdict of `check`
for name in vote shfl shfl_sync vote_sync match_sync; do
  proved "$root/examples/$name.c" "$(formsOf "$root/examples/$name.c" OK)"
done
for name in vote_counts_exited match_one_group; do
  refuted ': R0 lane|: P0 lane' "$root/examples/wrong/$name.c"
  [ "$(grep -cE '^[A-Za-z0-9.]+ +REFUTED ' out)" = "$(formsOf "$root/examples/wrong/$name.c" MISMATCH)" ] || fail "$name: not all forms are refuted: $(cat out)"
done
proved "$root/examples/shfl_lane.c" 4 # a lane's function, its number unknown
refuted '^SHFL.IDX +PROVED' "$root/examples/wrong/lane_any_distance.c"
for form in UP DOWN BFLY; do
  grep -qE "^SHFL.$form +REFUTED" out || fail "$form of any distance: $(cat out)"
done
shown=$(sed -n '/^SHFL.BFLY REFUTED/,/replay:/s/^  case file: //p' out)
for found in found/*.json; do
  expect 0 . replay "$found"
done
expect 1 MISMATCH replay "$shown" --executor "$root/examples/wrong/lane_any_distance.c"
# undefined in one lane's function, and answered rightly
sed 's/^  int index = self;/&\n  if (x * 0x10000000 == 7)\n    index ^= 1;/' "$root/examples/shfl_lane.c" >lane.c
refuted '^SHFL.IDX +REFUTED .*no-undefined-behaviour' lane.c
grep -q 'undefined behaviour, lane.c:1[0-9]: signed overflow of ' out || fail "undefined behaviour has no place: $(cat out)"
grep -q 'compiled, it answers this case rightly' out || fail "undefined behaviour is not answered: $(cat out)"

# an older header, whose structures end before what says which registers are one
sed "s|<warplaw/executor.h>|\"$root/tests/check/first/warplaw/executor.h\"|" "$root/examples/vote.c" >older.c
proved older.c 3
# one that loses a vote where the answer goes to the predicate that is voted with
sed 's/w->exec & w->votes/w->exec \& (w->predicate_is == WARPLAW_IS_VOTES ? w->predicate \& ~1u : w->votes)/' "$root/examples/vote.c" >clears.c
refuted '^VOTE.ALL R0, P1, P1;' clears.c
plugin mask '' "$width from = (i & ~(width - 1)) | (w->lane[i] & (width - 1));"
proved mask.c 1
plugin divides ', \"widths\": [4, 32]' "$width from = i / width * width + w->lane[i] % width;"
proved divides.c 1
plugin modulo '' "$width from = (i + w->lane[i]) % width;"
refuted 'R0 lane' modulo.c
# a signed overflow that is only stored, and that an optimiser takes away
plugin overflows ', \"widths\": [32]' 'from = w->lane[i] & 31; r[i] = w->exec >> from & 1 ? (uint32_t)((int)w->value[from] + 1 - 1) : w->inactive[i]; continue;'
refuted 'undefined behaviour' overflows.c
plugin outside '' 'from = w->lane[i] & 32 ? 31 : i; w->inactive[from] = 0;'
refuted 'it changed what goes in' outside.c
plugin outside '' "$right if (w->lane[i] == 0x12345678) w->inactive[from] = 0;"
refuted 'what-goes-in|lane-' outside.c
# undefined, and answered rightly all the same; and where it shows
plugin shifts '' "$right from ^= w->lane[i] >> (w->range[i] >> 3) & 0;"
refuted 'undefined behaviour, shifts.c:9: shift by [0-9]+ of 32 bits' shifts.c
grep -q 'compiled, it answers this case rightly' out || fail "how undefined behaviour is answered: $(cat out)"
plugin beyond '' "$right r[i] = w->value[from]; if (w->lane[i] & 32) from = w->inactive[4096];"
refuted 'undefined behaviour, beyond.c:9: reads .*4096' beyond.c

# a batch of several warps. Each of these five is right of one warp alone, and found by the half second of `check` that goes first ...
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
  replay=$(sed -n 's/^  replay:    warplaw //p' out)
  expect 1 MISMATCH $replay
  expect 0 . ${replay/--batch/} # each alone is right
}
batch right '' '' ''
proved right.c 1
grep -q '^VOTE.ANY .*batches of one and two such warps$' out || fail "what was proved does not say of what: $(cat out)"
"$program" prove right.c --json | grep -q '"of":"batches of one and two such warps"' || fail 'JSON does not say of what'
batch not_reset '' 'yes = kept |= yes;' ''
batch leaves '' '' 'break;'
batch several '' 'if (count >= 2) yes ^= 1;' ''
batch reads '' 'if (k + 1 < count) yes ^= batch[k + 1].votes & 1;' ''
batch writes '' '' 'if (k) batch[k - 1].ballot[k % 32] ^= 1;'
for wrong in not_reset leaves several reads writes; do
  inBatch $wrong 'R0 lane|P0 lane' # before anything was lifted
done
# ... and these by the proof alone: only one value of a word shows it
batch not_reset '' 'yes ^= kept; kept = w->votes == 0x12345678;' ''
batch leaves '' '' 'if (w->votes == 0x12345678) break;'
batch several '' 'if (count == 2 && w->votes == 0x12345678) yes ^= 1;' ''
batch reads '' 'if (k + 1 < count && batch[k + 1].votes == 0x12345678) yes ^= 1;' ''
batch writes '' '' 'if (k && w->votes == 0x12345678) batch[k - 1].ballot[3] ^= 1;'
for wrong in not_reset leaves several reads writes; do
  inBatch $wrong '[0-9]+ obligations'
done
# what is compiled is not what is proved
batch otherwise '#ifdef WARPLAW_PROVE
#define ALSO 0
#else
#define ALSO 1
#endif' 'yes ^= ALSO;' ''
refuted '^VOTE.ANY +REFUTED +R0 lane' otherwise.c

# a loop of more turns than are looked at is no error in the code
unknown() { # what is said, then arguments
  local said=$1
  shift
  timeout 1200 "$program" prove "$@" >out 2>err
  [ $? = 3 ] || fail "$*: not inconclusive: $(cat out err)"
  grep -qE "^VOTE.ANY +UNKNOWN .*$said" out || fail "$*: no '$said': $(cat out)"
}
batch turns 'kept = 100;' 'yes = 0;
    for (uint32_t t = 0; t < 100; ++t)
      yes |= t < 32 ? w->votes & w->exec & 1u << t : 0;' ''
unknown 'a loop of more than 64 turns, turns.c:9' turns.c
unknown 'a loop of more than 99 turns, turns.c:9' turns.c --turns 99
proved turns.c 1 --turns 100
# as many as the case says
batch data 'kept = 32;' 'for (uint32_t t = 0; t < (w->exec & 63); ++t)
      kept = t & 3 ? w->votes : kept;' ''
unknown 'a loop of more than 32 turns, data.c:8' data.c --turns 32
proved data.c 1

# a limit for all of it, and lines as they come
unknown 'time: that of the whole run is over' right.c --cache off --seconds 0.01
mkfifo lines
timeout 1200 "$program" prove "$root/examples/shfl.c" --cache off -j 1 >lines 2>err &
prover=$!
{
  read -r _
  read -r line
  kill -0 $prover 2>/dev/null || fail "the first line came with the last one: $line"
  [[ $line =~ ^SHFL\.[A-Z]+\ +PROVED ]] || fail "no line of a form: $line"
  cat >/dev/null
} <lines
wait $prover || fail "shfl.c: $(cat err)"

# what the lifter does not take, by its place
named() { # what is said, NAME
  timeout 600 "$program" prove "$2.c" >out 2>err
  [ $? = 3 ] || fail "$2: not inconclusive: $(cat out err)"
  grep -qE "UNSUPPORTED .*$1" out || fail "$2: no '$1': $(cat out)"
}
plugin thread '' "$right seen += from;" 'static _Thread_local uint32_t seen;'
named 'thread.c:9' thread
plugin unknown '' "$right from = elsewhere(from);" 'uint32_t elsewhere(uint32_t i); __attribute__((weak)) uint32_t elsewhere(uint32_t i) { return i; }'
named 'elsewhere.*unknown.c:9' unknown
plugin root '' "$right from = (uint32_t)((float)from * 2.0f) / 2;"
named 'root.c:9' root
expect 3 'NOT-PROVED .*memory' prove "$root/examples/atoms.c"
expect 3 'elect.sync +NOT-PROVED .*"leader"' prove "$root/examples/elect_sync.c" --family elect_sync
printf '%s\n' '#define LEADER(i) least(w->membermask[i])' '#define DOMAIN "{\"elect_sync\": {\"leader\": \"least\"}}"' "#include \"$root/examples/elect_sync.c\"" >elects.c
proved elects.c 2
sed -i 's/least(w/greatest(w/' elects.c
refuted '^elect.sync +REFUTED' elects.c

# bitcode
"$3" -std=c11 -O1 -g -fno-strict-aliasing -I"$root/include" -emit-llvm -c mask.c -o mask.bc
proved mask.bc 1

echo text >text.txt
expect 2 '^text.txt: file: .*bitcode' prove text.txt
echo 'int f(' >broken.c
expect 2 '^broken.c: compile: ' prove broken.c
echo 'int f;' >nothing.c
expect 2 '^nothing.c: executor: has no function' prove nothing.c
sed 's/static const warplaw_executor table/static warplaw_executor table/' mask.c >changing.c
expect 2 '^changing.c: executor: .*without running it' prove changing.c
echo 'no bitcode' >text.bc
expect 2 '^text.bc: executor: ' prove text.bc
expect 2 'no family' prove mask.c --family blend
done_testing
