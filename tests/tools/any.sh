#!/usr/bin/env bash
# What no rule promises is shown as `any`, with why, by exec, run and witnesses; --strict makes it exit 1.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
idx='SHFL.IDX P0, R0, R1, 16, 31'

# exec: the word, the reason below the table, and the exit code; not of what is promised
expect 0 '^  0-15 +0x0 +16 \(off\) +any +1$' exec "$idx" --active 0xffff
grep -qF '  any in R0 of lanes 0-15: lane 16 is not here (SHFL-7)' out || fail "no reason: $(cat out)"
expect 1 '16 \(off\) +any ' exec "$idx" --active 0xffff --strict
expect 0 '16 +0x0 ' exec "$idx" --strict
grep -q any out && fail "all is promised: $(cat out)"
expect 0 'any \(0xdead\)' exec "$idx" --active 0xffff -c inactive=0xdead
expect 1 'any in %?R1, %?P1 of lane 2: not in its own mask \(SYNC-1\)' exec 'match.all.sync.b32 %r1|%p1, %r2, 0x1' -a 4 --strict
expect 1 'any in R1 of lane 0: lane 3 is not in its group \(SYNC-2\)' exec 'shfl.sync.idx.b32 %r1, %r2, 3, 31, 1' -a 1 --strict
expect 1 'any in R0 of lane 3: the lane is in error \(ATOMS-4\)' exec 'ATOMS.ADD R0, [R1], R2' --shared 16 -r R1=3:16 -a 0xf --strict
for file in "$root"/corpus/seeds/*.json; do # case files, too: exit 1 exactly where the word is shown
  "$program" exec "$file" --strict >out 2>err
  code=$?
  grep -qE '^  any in .* \([A-Z]+-[0-9]+\)$' out && wanted=1 || wanted=0
  [ "$code" = "$wanted" ] || fail "exit $code, not $wanted: exec $file --strict"
done

# --json: values as ever, and two lists that readers pass over
expect 0 '"any":\[\{"warp":0,"places":\["R0"\],"lanes":"0xffff"\}\]' exec "$idx" --active 0xffff -r R1=lane+1 --json
grep -qF '"undefined":[{"warp":0,"step":1,"instruction":"SHFL.IDX P0, R0, R1, 16, 31;","places":["R0"],"lanes":"0xffff","why":"lane 16 is not here","rule":"SHFL-7"}]' out ||
  fail "no list: $(cat out)"
cp out case.json
expect 0 '1 replayed, 0 mismatches' replay case.json
"$program" exec case.json --json >again
cmp -s case.json again || fail 'read again, it is another'
expect 0 '"version"' exec "$idx" --json
grep -qE '"(any|undefined)"' out && fail "empty lists: $(cat out)"

# run: which steps, for which lanes, without --trace; what comes of them is any, too, and what does not is not
printf 'active: 0xffff\nreg: R1=lane+1\nSHFL.IDX PT, R2, R1, 16, 31\nIADD R3, R2, 1\nLOP.AND R4, R2, 0\n' >half.wl
expect 0 '^  0 +.* any +any +0x0$' run half.wl
grep -qxF 'step 1 (SHFL.IDX PT, R2, R1, 16, 31): any in R2 of lanes 0-15: lane 16 is not here (SHFL-7)' out || fail "no step: $(cat out)"
expect 1 '^step 1 ' run half.wl --strict
expect 1 '"undefined":\[\{"warp":0,"step":1,' run half.wl --strict --json
grep -qF '"any":[{"warp":0,"places":["R2","R3"],"lanes":"0xffff"}]' out || fail "what is left: $(cat out)"
expect 0 'any in R3 of lanes 0-15: it comes of what was any before' run half.wl --trace
expect 0 '0x' run half.wl --strict --active 0xffffffff
grep -qw any out && fail "all are here: $(cat out)"
expect 0 'R1' run "$root/corpus/programs/butterfly.wl" --strict
sed 's/R2, R1, 16, 31/R2, R1, 8, 31/' half.wl >defined.wl
expect 0 '-> R3' run defined.wl --strict

# two warps: whose step it is
cat >two.json <<'CASE'
{"version": 2, "program": ["SHFL.IDX PT, R2, R1, 1, 31;"], "warps": [{"active": "0x3"}, {"active": "0x1"}]}
CASE
expect 0 '^warp 1, step 1 \(SHFL\.IDX PT, R2, R1, 1, 31\): any in R2 of lane 0: lane 1 is not here' run two.json
grep -q '^warp 0, step' out && fail "warp 0 is defined: $(cat out)"

# a witness that fails by what is undefined alone says so; one that fails anyhow does not
verify() { # CODE PATTERN ARGUMENTS..
  expect "$1" "$2" verify --cache=off --counterexamples found "${@:3}"
}
verify 1 'it fails only because of what is undefined' --program half.wl --ensures 'R2[0] == 0'
grep -q 'step 1 (SHFL.IDX PT, R2, R1, 16, 31): any in R2 of lanes 0-15' out err || fail "no step: $(cat out err)"
verify 1 'does not hold in lane' --program half.wl --ensures 'R4[0] == 1'
grep -q 'it fails only because' out err && fail "it fails anyhow: $(cat out err)"

# defined(..): proved for promised values, refuted for others by a witness that replays
verify 0 'PROVED +ensures-1' --program half.wl --ensures 'defined(R4[lane])'
verify 0 'PROVED +ensures-1' --program half.wl --ensures 'lane >= 16 ==> defined(R2[lane]) && defined(R3[lane])'
verify 1 'ensures-1 does not hold in lane 0: defined' --program half.wl --ensures 'defined(R3[lane])'
grep -q 'step 1 .*any in R2 of lanes 0-15' out err || fail "no step: $(cat out err)"
printf 'claim: defined(R2[3])\n' | cat - half.wl >claim.wl
verify 0 'REFUTED' --program claim.wl
verify 0 'PROVED' --program "$root/corpus/programs/butterfly.wl" --ensures 'defined(R1[lane])'
verify 0 'PROVED' --program half.wl --ensures 'all(k, 0, 31, active[k]) ==> defined(R3[lane])'
verify 1 'REFUTED' --program half.wl --ensures 'active[0] ==> defined(R3[lane])'
for elsewhere in '!defined(R2[0])' 'defined(R2[0]) ==> R2[0] == 0' 'defined(R2[0]) || 1 == 1' 'defined(R2[0]) == defined(R3[0])'; do
  expect 2 '^--ensures: statement: column [0-9]+: defined\(\.\.\) is asked where it need not hold' verify --program half.wl --ensures "$elsewhere"
done
expect 2 '^--requires: statement: .*defined' verify --program half.wl --requires 'defined(R1[0])' --ensures '1 == 1'
expect 2 'no instruction writes R9' verify --program half.wl --ensures 'defined(R9[0])'
expect 2 'this is always promised' verify --program half.wl --ensures 'defined(active[0])'
done_testing
