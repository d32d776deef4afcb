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

# every instruction is needed, and so is every guard
for line in $(grep -nE '^(SHFL|@P1)' "$scan" | cut -d: -f1); do
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
verify 1 'REFUTED' --program "$corpus/programs/butterfly_float.wl" \
  --ensures 'R1[0] == sum(k, 0, 31, old R1[k])' # words are added otherwise
sed 's/UP P1, R2, R1, 4, 0/UP P1, R2, R1, 3, 0/' "$corpus/programs/inclusive_scan_float.wl" >wrong.wl
verify 1 'REFUTED' --program wrong.wl

# statements of the command line; what is assumed; what is claimed
verify 0 'program/butterfly/ensures-2/lane-31' --program "$corpus/programs/butterfly.wl" --ensures 'R1[lane] == R1[0]'
verify 1 'does not hold in lane' --program "$scan" --ensures 'R1[lane] >=u old R1[lane]' # it wraps
verify 0 'PROVED' --program "$scan" --requires 'old R1[lane] <u 0x1000' --ensures 'R1[lane] >=u old R1[lane]'
verify 3 'VACUOUS' --program "$scan" --requires 'old R1[lane] <u 0' --ensures 'R1[lane] == 7'
printf 'claim: R1[lane] == old R2[lane]\nSEL R1, R2, R3, PT\n' >holds.wl
verify 1 'PROVED' --program holds.wl # a claim that holds is none
# what SHFL reads from lanes that do not execute is anything
printf 'active: 0xffff\nSHFL.IDX PT, R1, R2, 20, 31\n' >inactive.wl
verify 1 'inactive' --program inactive.wl --ensures 'R1[0] == 0'
verify 0 'PROVED' --program inactive.wl --ensures 'R1[20] == old R1[20]'

bad() { # PATTERN ARGUMENTS..
  expect 2 "$1" verify "${@:2}"
}
bad '^--ensures: statement: column 1: no instruction writes R9; accepted: old R9' --program "$scan" --ensures 'R9[lane] == 0'
bad '^--ensures: statement: column 18: in lane 0 this names lane -1; ' --program "$scan" --ensures 'R1[3] == R1[lane - 1]'
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
# results say which program and statements they are of: theorems have no more than the file's name
mkdir one other
printf 'SEL R1, R2, R3, P1;\n' >one/p.wl
printf 'SEL R1, R3, R3, P1;\n' >other/p.wl
expect 0 'everything as expected' verify --program other/p.wl --ensures 'R1[lane] == old R3[lane]' --results other.jsonl
expect 0 'options: fold, program [0-9a-f]{12} then, fold, program [0-9a-f]{12} now' verify --program one/p.wl --ensures 'R1[lane] == R1[lane]' --since other.jsonl
expect 0 'everything as expected' verify --program one/p.wl --ensures 'R1[lane] == R1[lane]' --resume other.jsonl
expect 2 'not one run wrote it' merge other.jsonl
done_testing
