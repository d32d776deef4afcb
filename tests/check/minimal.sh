#!/usr/bin/env bash
# One mistake, many seeds, no corpus: one smallest case. In a narrower domain another one, which lies in it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
clang() { cp "$root/examples/wrong/shfl.h" . && cp "$root/examples/wrong/$1.c" "$1.c"; }
clang up_min_lane
for seed in $(seq 20); do
  expect 1 'SHFL.UP +MISMATCH' check up_min_lane.c --family shfl --cases 2000 --corpus '' --seed "$seed" -o wide
done
[ "$(find wide -name '*.json' | wc -l)" = 1 ] || fail "not one case: $(ls wide)"
grep -q '"SHFL.UP P0, R0, R1, 0, ' wide/*.json || fail "not the smallest: $(cat wide/*.json)"
# full warps, operands equal in all lanes, a width: the smallest of those
clang bfly_in_segment
{ echo '#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\", \"exec\": \"full\", \"uniform\": true, \"range\": \"cuda\"}}"'; cat bfly_in_segment.c; } >narrow.c
for seed in 1 2 3; do
  expect 1 'SHFL.BFLY +MISMATCH' check narrow.c --cases 2000 --corpus '' --seed "$seed" -o narrow
done
[ "$(find narrow -name '*.json' | wc -l)" = 1 ] || fail "not one case: $(ls narrow)"
grep -q '"SHFL.BFLY P0, R0, R1, 2, 0x1e1f' narrow/*.json || fail "not the smallest of its domain: $(cat narrow/*.json)"
done_testing
