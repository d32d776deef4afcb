#!/usr/bin/env bash
# `warplaw verify --program`: proofs, planted mistakes refuted by the smallest witness, claims, and bad input with its
# place.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
corpus=$root/corpus
scan=$corpus/programs/inclusive_scan.wl
verify() { # CODE PATTERN ARGUMENTS..
  expect "$1" "$2" verify --cache=off --counterexamples found "${@:3}"
}

# one wrong offset: one lane that holds 1 is enough to show it, and the case replays
sed 's/SHFL.UP P1, R2, R1, 4, 0/SHFL.UP P1, R2, R1, 3, 0/' "$scan" >wrong.wl
cmp -s "$scan" wrong.wl && fail 'nothing was planted'
verify 1 'REFUTED' --program wrong.wl
grep -qE 'case file: +found/wrong-ensures-1-[0-9a-f]{8}\.json' out || fail 'no case file'
for case in found/wrong-*.json; do
  python3 - "$case" <<'CHECK' || fail "$case is not minimal"
import json, sys
warp = json.load(open(sys.argv[1]))["warps"][0]
words = [int(w, 16) for lanes in warp["registers"].values() for w in lanes.values()]
sys.exit(0 if words == [1] and "predicates" not in warp and "active" not in warp else 1)
CHECK
  expect 0 '1 replayed, 0 mismatches' replay "$case"
done

# --target says for which GPU the text is, whatever the text says (before Volta, CS2R writes one register)
printf '.target sm_70\nensures: R10[lane] == 0\nIADD R10, RZ, 0\nCS2R R9, SR_CLOCKLO\n' >clock.wl
verify 2 'MACH-3' --program clock.wl
verify 0 'PROVED' --program clock.wl --target sm_52
verify 2 'target.*accepted: sm_50' --program clock.wl --target maxwell
expect 2 'is of a program or of CUDA source' verify --target sm_52

# every instruction is needed, and so is every guard; every third line of them, all with WARPLAW_ALL (docs/ci.md)
for line in $(grep -nE '^(SHFL|@P1)' "$scan" | cut -d: -f1 | some 3); do
  sed "${line}d" "$scan" >less.wl
  verify 1 'REFUTED' --program less.wl
done
sed 's/^@P1 //' "$scan" >unguarded.wl
verify 1 'REFUTED' --program unguarded.wl

# trees of additions: what run --tree shows is proved, and is what Python makes of the program; one that is grouped otherwise is refuted
for name in inclusive_scan exclusive_scan reverse_scan butterfly; do
  file=$corpus/programs/${name}_float.wl
  expect 0 '^R1' run "$file" --tree R1
  cp out trees
  python3 - $name trees <<'CHECK' || fail "$name: another tree"
import sys
def add(a, b): return f"({a} +f {b})"
x = [f"old R1[{i}]" for i in range(32)]
if sys.argv[1] == "butterfly":
    for step in (16, 8, 4, 2, 1): x = [add(x[i ^ step], x[i]) for i in range(32)]
else:
    sign = 1 if sys.argv[1] == "reverse_scan" else -1
    for step in (1, 2, 4, 8, 16): x = [add(x[i + sign * step], x[i]) if 0 <= i + sign * step < 32 else x[i] for i in range(32)]
    if sys.argv[1] == "exclusive_scan": x = ["0x0"] + x[:-1]
sys.exit(open(sys.argv[2]).read() != "".join(f"R1[{i}] == {tree}\n" for i, tree in enumerate(x)))
CHECK
  mapfile -t all <trees
  verify 0 'ensures-33' --program "$file" "${all[@]/#/--ensures=}"
done
printf 'FADD R3, R1, R2\n' >float.wl
verify 1 'REFUTED' --program float.wl --ensures 'R3[0] == old R1[0] + old R2[0]' # words are added otherwise
sed 's/UP P1, R2, R1, 4, 0/UP P1, R2, R1, 3, 0/' "$corpus/programs/inclusive_scan_float.wl" >wrong.wl
verify 1 'REFUTED' --program wrong.wl
# trees that differ in the order of operands alone are one, which folding decides; lanes that group otherwise differ
verify 0 'PROVED +ensures-2: R1\[lane\] == R1\[0\]' --results agree.jsonl --program "$corpus/programs/butterfly_float.wl"
[ "$(grep -c 'ensures-2/lane-.*"folded":true' agree.jsonl)" = 32 ] || fail 'folding does not decide it'
{ echo 'ensures: lane < 4 ==> R1[lane] == R1[0]'
  for lane in 1 2 3; do echo "SHFL.BFLY __, R$((lane + 1)), R1, $lane, 31"; done
  for lane in 1 2 3; do echo "FADD R1, R1, R$((lane + 1))"; done; } >grouped.wl
verify 1 'REFUTED +ensures-1' --program grouped.wl

# statements of the command line; what is assumed; what is claimed
verify 0 'program/butterfly/ensures-2/lane-31' --all --program "$corpus/programs/butterfly.wl" --ensures 'R1[lane] == R1[0]'
# a witness shows what its statement is about, and of the state before what that may hang on
printf 'SHFL.IDX PT, R1, R2, 20, 31\nIADD R3, R1, R2\nIADD R6, R4, R5\n' >about.wl
verify 1 '^  lane +R2 +-> R3$' --program about.wl --ensures 'R3[0] == 0'
verify 1 '^  lane +R4 +R5 +R7 +-> R6$' --program about.wl --ensures 'R6[3] == old R7[3]'
# and in a lane that is on, if it fails in any such
printf 'SEL R1, R2, R3, PT\n' >lanes.wl
while IFS=@ read -r statement lane; do
  verify 1 "does not hold in lane $lane" --program lanes.wl --ensures "$statement"
  grep -qE "^  $lane +0x" out err || fail "$statement: not in lane $lane that is on: $(cat out err)"
done <<'ROWS'
active[3] || R1[lane] == old R2[lane] + 1@0
active[3] || active[0] || R1[lane] == old R2[lane] + 1@1
R1[lane] == old R2[lane] + 1 || (active[0] && lane < 5)@5
active[7] ==> R1[lane] == old R3[lane]@7
ROWS
verify 1 'does not hold in lane' --program "$scan" --ensures 'R1[lane] >=u old R1[lane]' # it wraps
printf 'IADD R1, R1, R2\n' >adds.wl
verify 1 'does not hold in lane' --program adds.wl --requires 'old R2[lane] <u 0x1000' --ensures 'R1[lane] >=u old R1[lane]'
verify 0 'PROVED' --program adds.wl --requires 'old R1[lane] <u 0x1000' --requires 'old R2[lane] <u 0x1000' --ensures 'R1[lane] >=u old R1[lane]'
verify 3 'VACUOUS' --program "$scan" --requires 'old R1[lane] <u 0' --ensures 'R1[lane] == 7'
printf 'claim: R1[lane] == old R2[lane]\nSEL R1, R2, R3, PT\n' >holds.wl
verify 1 'PROVED' --program holds.wl # a claim that holds is none
# what SHFL reads from lanes that do not execute is anything
printf 'active: 0xffff\nSHFL.IDX PT, R1, R2, 20, 31\n' >inactive.wl
verify 1 'inactive' --program inactive.wl --ensures 'R1[0] == 0'
verify 0 'PROVED' --program inactive.wl --ensures 'R1[20] == old R1[20]'

# a statement that says nothing of any input is no proof: what folds, what a solver is asked, what is assumed, ranges, and what stands within another one
printf 'SEL R1, R2, R3, P0\n' >sel.wl
nothing() { # COLUMN STATEMENT OPTIONS..
  verify 3 "PROVED, vacuously: column $1: " --program sel.wl --ensures "$2" "${@:3}"
  [ -z "${WARPLAW_ALL:-}" ] && [ "$1" != 12 ] || # in JSON the first one
    verify 3 '"exit":3.*"program":\{.*"verdict":"VACUOUS".*"remark":"PROVED, vacuously: column '"$1" --json --program sel.wl --ensures "$2" "${@:3}"
}
nothing 12 'lane >= 32 ==> R1[lane] == 7'
nothing 15 'lane + 1 == 0 ==> R1[lane] == 7'
nothing 31 'old P1[lane] && !old P1[lane] ==> R1[lane] == 7'
nothing 46 'old R2[lane] * 2 == old R2[lane] * 2 + 1     ==> R1[lane] == 7'
nothing 15 '!old P1[lane] ==> R1[lane] == 7' --requires 'old P1[lane]'
nothing 1 'all(k, 1, 0, R1[k] == 7)'
nothing 30 'all(k, 0, 31, k > lane + 31  ==> R1[k] == 7)'
nothing 28 'old P1[lane] ==> lane < 0  ==> R1[lane] == 7'
nothing 28 'old P1[lane] || (lane < 0  ==> R1[lane] == 7)'
nothing 34 '(old P1[lane] ? (lane == 40      ==> R1[0] == 7) : 1 == 1)'
verify 0 'PROVED +ensures-1' --program sel.wl --ensures 'lane >= 31 ==> R1[lane] == R1[31]'
verify 0 'PROVED +ensures-1' --program sel.wl --ensures 'old P1[lane] ==> all(k, 1, lane, R1[k] == R1[k])'
verify 0 'PROVED +ensures-1' --program sel.wl --ensures 'old R2[lane] == old R3[lane] + 1 && old P0[lane] ==> R1[lane] == old R2[lane]'
cp sel.wl exact.wl
echo 'exactly: lane < 32 <==> lane < 0 ==> R1[lane] == 7' >>exact.wl
verify 3 'PROVED, vacuously: column 25: ' --program exact.wl

# of which lanes it is said; a statement is one line, and a line a lane with --all
verify 0 'for all 32 lanes active; a statement that names active\[lane\]' --program "$scan"
[ "$(cat out err | grep -c '^PROVED')" = 1 ] && grep -q '^PROVED .*ensures-1: .*(32 lanes, ' out || fail "not one line: $(cat out err)"
verify 0 'PROVED' --all --program "$scan"
[ "$(grep -c '^PROVED .*/lane-' err)" = 32 ] || fail "not a line a lane: $(cat err)"
verify 0 '"lanes":"for all 32 lanes active' --json --program "$scan"
printf 'active: 0x7\nSEL R1, R2, R2, PT\n' >some.wl
verify 0 'for exactly the lanes of active: 0x7, lanes 0, 1, 2 active' --program some.wl --ensures 'lane > 2 || R1[lane] == old R2[lane]'
verify 1 'for exactly the lanes of active: 0x7' --program some.wl --ensures 'R1[lane] == old R2[lane]'
verify 0 'for any lanes active, as ensures-2 asks which are; active: 0x7 is set aside' --program some.wl \
  --ensures '1 == 1' --ensures 'active[lane] ==> R1[lane] == old R2[lane]'
verify 0 '"lanes":"for any lanes active, .*active: 0x7 is set aside' --json --program some.wl --ensures 'active[lane] ==> R1[lane] == old R2[lane]'

bad() { # PATTERN ARGUMENTS..
  expect 2 "$1" verify "${@:2}"
}
bad '^--ensures: statement: column 1: no instruction writes R9; accepted: old R9' --program "$scan" --ensures 'R9[lane] == 0'
bad '^--ensures: statement: column 18: in lane 0 this names lane -1; ' --program "$scan" --ensures 'R1[3] == R1[lane - 1]'
bad '^--ensures: statement: column 4: in lane 0 -1 and 4294967295 are the same word, but different numbers; accepted: a word' --program sel.wl --ensures '-1 == 0xffffffff ==> R1[lane] == 7'
bad '^--ensures: statement: column 10: in lane 0 -1 and 4294967295 are the same word' --program sel.wl --ensures 'lane - 1 != 0xffffffff'
bad '^--ensures: statement: column 10: no word holds 4294967296' --program sel.wl --ensures 'R1[lane] <u 0xffffffff + 1'
bad '^--ensures: statement: column 7: an order of words' --program "$scan" --ensures 'R1[0] < R2[0]'
bad '^--ensures: statement: column 4: which lane is meant cannot depend' --program "$scan" --ensures 'R1[R2[0]] == 0'
bad '^--ensures: statement: column 1: a word where a truth value belongs' --program "$scan" --ensures 'R1[0]'
bad '^--ensures: statement: column 9: the end .*; accepted: ' --program "$scan" --ensures '1 == 1 +'
bad '^--requires: statement: ' --program "$scan" --requires 'old' --ensures '1 == 1'
printf 'ensures:  R1[lane] == R7[lane]\nSEL R1, R2, R3, P0\n' >bad.wl
bad '^bad\.wl:1: statement: column 23: no instruction writes R7; accepted: old R7' --program bad.wl
printf 'SEL R1, R2, R3, P0\n' >bad.wl
bad '^bad\.wl: program: nothing is said' --program bad.wl
printf 'SEL R1, R2, R3, P0\nATOMS.ADD R0, [R1], R2\n' >bad.wl
bad '^bad\.wl:2: program: ATOMS has a memory' --program bad.wl --ensures '1 == 1'
printf 'SSY 0x10;\nSEL R1, R2, R3, P0\n' >bad.wl
bad '^bad\.wl:1: program: a branch' --program bad.wl --ensures '1 == 1'
bad 'usage' --ensures '1 == 1'
bad 'usage' SHFL --program "$scan"
# whatever the file is called
for name in $'not \xfe UTF-8' $'two\nlines' 'grün'; do
  printf 'SEL R1, R2, R3, P0\n' >"$name.wl"
  verify 1 '^REFUTED +ensures-1' --program "$name.wl" --ensures 'R1[lane] == old R2[lane]'
  verify 0 '^PROVED +ensures-1.* \(32 lanes' --program "$name.wl" --ensures 'R1[lane] == old R2[lane] || R1[lane] == old R3[lane]'
  verify 1 '"verdict":"REFUTED"' --json --program "$name.wl" --ensures 'R1[lane] == old R2[lane]'
done
# results say which program and statements they are of: theorems have no more than the file's name
mkdir one other
printf 'SEL R1, R2, R3, P1;\n' >one/p.wl
printf 'SEL R1, R3, R3, P1;\n' >other/p.wl
expect 0 'everything as expected' verify --program other/p.wl --ensures 'R1[lane] == old R3[lane]' --results other.jsonl
expect 0 'options: fold, program [0-9a-f]{12} then, fold, program [0-9a-f]{12} now' verify --program one/p.wl --ensures 'R1[lane] == R1[lane]' --since other.jsonl
expect 0 'everything as expected' verify --program one/p.wl --ensures 'R1[lane] == R1[lane]' --resume other.jsonl
expect 2 'not one run wrote it' merge other.jsonl
done_testing
