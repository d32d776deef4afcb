#!/usr/bin/env bash
# Case files of several warps and programs (format 2) on the command line, and every example of docs/case_format.md executed.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# each example of the documents holds, and says what comes of it
awk '/^```json$/ { inside = 1; file = "example" ++count ".json"; next } /^```$/ { inside = 0 } inside { print > file }' \
  "$root/docs/case_format.md"
[ -e example2.json ] || fail 'docs/case_format.md has lost its examples'
for example in example*.json; do
  expect 0 "^ok +$example$" replay "$example"
  grep -q '"version": *3' "$example" || expect 0 '"expected"' exec "$example" --json # a launch is run
done

# two warps on one memory
tickets=$root/corpus/seeds/program-tickets.json
expect 0 'warp 1, instruction 2 of 2' exec "$tickets"
[ "$(grep -c '^-- warp' out)" = 4 ] || fail 'not a table for each of four steps'
expect 0 '"schedule":\[0,1,1,0\]' exec "$tickets" --json
[ "$(wc -l <out)" = 1 ] || fail 'not one line a case'
expect 0 'warp 1, instruction 2 of 2' exec "$tickets" "$root/corpus/seeds/shfl-up.json"
"$program" exec - <"$tickets" >out 2>&1 && grep -q 'warp 1, instruction 2 of 2' out || fail 'no program from standard input'
expect 0 '"steps":4' replay "$tickets" --json
expect 0 'warp 0' exec "$tickets" -o outcome.json
expect 2 'exists' exec "$tickets" -o outcome.json
cmp -s outcome.json "$tickets" || fail 'the seed is not what exec writes'

# who comes first, the ticket: another schedule is another outcome
sed 's/\[0, 1, 1, 0\]/[0, 0, 1, 1]/' "$tickets" >other.json
expect 1 'MISMATCH.*other.json: both differ from the expected values: warp 0: R0 lane 0: expected 0x67, got 0x64' replay other.json
expect 1 '"status":"mismatch".*"warp":1' replay other.json --json
sed 's/"0x10": "0x6a"/"0x10": "0x6b"/' "$tickets" >memory.json
cmp -s memory.json "$tickets" && fail 'the seed ends otherwise than this test believes'
expect 1 'memory.json: both differ from the expected values: .*0x10' replay memory.json

# errors before an instruction are read in version 1, and matter to nothing (MACH-8)
echo '{"version":1,"instruction":"S2R R0, SR_LANEID","active":1,"errors":{"0":"misaligned-address","5":"address-out-of-range"},"expected":{}}' >errors.json
expect 0 '^ok +errors.json' replay errors.json
sed 's/"expected":{}/"expected":{"errors":{"5":"address-out-of-range"}}/' errors.json >still.json
expect 1 'MISMATCH.*lane 5' replay still.json

# bad input
sed 's/\[0, 1, 1, 0\]/[0, 1, 1, 1]/' "$tickets" >schedule.json
expect 2 '^schedule.json:[0-9]+: case-format: /schedule/3: warp 1 is at its end.*; accepted: ' replay schedule.json
expect 2 '^schedule.json:[0-9]+: case-format: /schedule/3: warp 1 is at its end.*; accepted: ' exec schedule.json
expect 2 'no path avx512' exec "$tickets" --path avx512
expect 2 '2 warps and 4 instructions where one of each is needed; accepted: a case of one warp and one instruction' minimize "$tickets"
expect 0 'ok' replay "$root/corpus/seeds/program-ballot.json" --path portable

# a program's lines are theorems of their own
expect 0 'program/idiom_scan/exactly-1 ' verify programs --list
# exactly is said both ways: of a set that is too large some word breaks it, of one that is too small nothing does.
# One process: with more it is chance which lane is refuted first.
scan=$root/corpus/programs/idiom_scan.wl
sed 's/all(j, 0, lane, active\[j\])/all(j, 1, lane, active[j])/' "$scan" >large.wl
sed 's/all(j, 0, lane, active\[j\])/all(j, 0, 31, active[j])/' "$scan" >small.wl
for wrong in large small; do cmp -s "$scan" $wrong.wl && fail "$wrong: nothing was planted"; done
expect 1 'REFUTED +program/large/exactly-1/lane-01 ' verify --jobs 1 --cache=off --counterexamples found --program large.wl
expect 1 'REFUTED +program/small/exactly-1/lane-00 ' verify --jobs 1 --cache=off --counterexamples found --program small.wl
# an instruction less, or a guard
for line in $(grep -nE '^(shfl|@P1)' "$scan" | cut -d: -f1); do
  sed "${line}d" "$scan" >less.wl
  expect 1 'REFUTED' verify --cache=off --counterexamples found --program less.wl
done
# the smallest warp that breaks a claim: one lane is enough for the butterfly
expect 0 'REFUTED' verify --cache=off --counterexamples found --program "$root/corpus/programs/idiom_butterfly.wl"
python3 - "$root"/corpus/contradictions/sync-10-idiom-butterfly-claim-1.json <<'CHECK' || fail 'the witness of the butterfly is not minimal'
import json, sys
warp = json.load(open(sys.argv[1]))["warps"][0]
sys.exit(0 if int(warp["active"], 16) == 1 else 1)
CHECK

bad() { # PATTERN TEXT
  printf '%s\n' "$2" 'SEL R1, R2, R3, PT' >bad.wl
  expect 2 "$1" verify --program bad.wl
}
bad 'bad.wl:1: statement: .*accepted: `<==>`' 'exactly: active[lane]'
bad 'bad.wl:1: statement: column 30: ' 'exactly: active[lane] <==> R1'
bad 'bad.wl:1: program: .*RZ is 0' 'activemask: RZ'
bad 'bad.wl:1: MACH-3: ' 'activemask: R10 5'
done_testing
