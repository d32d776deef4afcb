#!/usr/bin/env bash
# `prove` proves what is right in its domain and refutes what is not, with a case that replays; what cannot be lifted is named with its
# place; what is no executor is one line.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"

proved() { # executor, forms
  timeout 300 "$program" prove "$1" >out 2>err || fail "$1: exit $?: $(cat out err)"
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
refuted() { # what is said, NAME
  timeout 300 "$program" prove "$2" -o found >out 2>err
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
grep -q 'undefined behaviour, .*shfl_lane.c:[0-9]*: signed overflow of ' out || fail "undefined behaviour has no place: $(cat out)"
shown=$(sed -n '/^SHFL.BFLY REFUTED/,/replay:/s/^  case file: //p' out) # what is undefined may answer rightly; this does not
for found in found/*.json; do
  expect 0 . replay "$found"
done
expect 1 MISMATCH replay "$shown" --executor "$root/examples/wrong/lane_any_distance.c"

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
refuted 'what-goes-in|lane-' outside.c
plugin shifts '' 'from = w->lane[i] >> (w->range[i] >> 3);'
refuted 'undefined behaviour, shifts.c:9: shift by [0-9]+ of 32 bits; then shifts.c:10: ' shifts.c

# what the lifter does not take, by its place
named() { # what is said, NAME
  timeout 100 "$program" prove "$2.c" >out 2>err
  [ $? = 3 ] || fail "$2: not inconclusive: $(cat out err)"
  grep -qE "UNSUPPORTED .*$1" out || fail "$2: no '$1': $(cat out)"
}
plugin thread '' 'from = seen += w->lane[i];' 'static _Thread_local uint32_t seen;'
named 'thread.c:9' thread
plugin unknown '' 'from = elsewhere(i);' 'uint32_t elsewhere(uint32_t i); __attribute__((weak)) uint32_t elsewhere(uint32_t i) { return i; }'
named 'elsewhere.*unknown.c:9' unknown
plugin root '' 'from = (uint32_t)(float)i * 1.5f;'
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
