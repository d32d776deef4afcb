#!/usr/bin/env bash
# One mistake, many seeds, no corpus: one smallest case; two, two of them. In a narrower domain another one, which lies in it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
clang() { cp "$root/examples/wrong/shfl.h" . && cp "$root/examples/wrong/$1.c" "$1.c"; }
clang up_min_lane
for seed in $(seq 20 | some 6); do
  expect 1 'SHFL.UP +MISMATCH' check up_min_lane.c --family shfl --cases 2000 --corpus '' --seed "$seed" -o wide
done
[ "$(find wide -name '*.json' | wc -l)" = 1 ] || fail "not one case: $(ls wide)"
grep -q '"SHFL.UP P0, R0, R1, 0, ' wide/*.json || fail "not the smallest: $(cat wide/*.json)"
# full warps, operands equal in all lanes, a width: the smallest of those
clang bfly_in_segment
{ echo '#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\", \"exec\": \"full\", \"uniform\": true, \"range\": \"cuda\"}}"'; cat bfly_in_segment.c; } >narrow.c
for seed in $(seq 3 | some 2); do
  expect 1 'SHFL.BFLY +MISMATCH' check narrow.c --cases 2000 --corpus '' --seed "$seed" -o narrow
done
[ "$(find narrow -name '*.json' | wc -l)" = 1 ] || fail "not one case: $(ls narrow)"
grep -q '"SHFL.BFLY P0, R0, R1, 2, 0x1e1f' narrow/*.json || fail "not the smallest of its domain: $(cat narrow/*.json)"
# groups: two lanes that name themselves alone, and hold the same
for seed in $(seq 3 | some 2); do
  expect 1 'match.any.sync.b32 +MISMATCH' check "$root/examples/wrong/match_one_group.c" --cases 2000 --corpus '' --seed "$seed" -o groups
done
[ "$(find groups -name '*.json' | wc -l)" = 4 ] || fail "not one case a form: $(ls groups)"
grep -q '"active": "0x3"' groups/*.json || fail "not the smallest: $(cat groups/*.json)"
# what ends the process: one smallest case from any seed, with the lane that decides, though it is off
ends() { # NAME ENTRY ROW: the source is NAME.c; nothing executes in it
  for seed in $(seq 3 | some 2); do
    expect 1 "^$2: " check "$1.c" --cases 20000 --corpus '' --timeout 0.5 --seed "$seed" -o "$1"
    awk -v RS= -v entry="$2:" 'index($0, entry) == 1' out >entry
    grep -q 'executing lanes: none$' entry && grep -qE "^  $3" entry || fail "$1: the lane that decides is not shown: $(cat entry)"
    [ "$(grep -c '^  [0-9]' entry)" = 1 ] || fail "$1: not one lane: $(cat entry)"
  done
  [ "$(find "$1" -name "*.json" | wc -l)" = 1 ] || fail "$1: not the same case from any seed: $(ls "$1")"
}
{ echo '#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\", \"modes\": [\"IDX\"]}}"'; echo '#define OWN_SHUFFLE'; echo '#include "shfl.h"'
  echo 'static void one(warplaw_shfl* w) { for (int k = 0; k < 32; ++k) if (!(w->exec >> k & 1) && w->value[k] >> 31) __builtin_trap(); shuffle(w); }'; } >off.c
clang crashes; clang hangs
ends crashes 'SHFL.DOWN CRASH' '31 \(off\) +0x0 +0x1f$'
ends hangs 'SHFL.UP TIMEOUT' '31 \(off\) +0x0 +0x1f$'
ends off 'SHFL.IDX CRASH' '31 \(off\) +0x80000000$'
# two mistakes in one form: two cases, the same ones from any seed, whether a reading explains both or one of them
up() { # name, what is spoilt
  { echo '#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\", \"modes\": [\"UP\"]}}"'; printf '%s\n' "$2"; echo '#include "shfl.h"'; } >"$1.c"
  for seed in $(seq 3 | some 2); do
    expect 1 'SHFL.UP +MISMATCH' check "$1.c" --cases 20000 --corpus '' --seed "$seed" -o "$1"
    [ "$(grep -c 'SHFL.UP MISMATCH:' out)" = 2 ] || fail "$1: not two mistakes: $(cat out)"
  done
  [ "$(find "$1" -name '*.json' | wc -l)" = 2 ] || fail "$1: not two cases: $(ls "$1")"
}
least='#define SPOIL_SOURCE if (mode == WARPLAW_SHFL_UP) in_range = from >= least;'
up explained "$least
#define FROM_OFF w->value[i]"
grep -q 'behaves like: inactive-source' out && grep -q 'behaves like: .*up-in-range-from-the-least-lane' out || fail "not told apart: $(cat out)"
up unexplained "$least
#define FROM_OFF 0xbad"
grep -q '^without .behaves like.: no wrong reading .* SHFL.UP$' out && grep -q 'behaves like: .*up-in-range-from-the-least-lane.*, in part$' out || fail "not told apart: $(cat out)"
# one that is seldom seen beside one that often is
up seldom "$least
#define FROM_OFF (i == 30 ? w->value[i] : 0)"
done_testing
