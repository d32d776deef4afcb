#!/usr/bin/env bash
# Published programs: docs/idioms.md is what the solvers say today, and a program of which something wrong is said is noticed.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

take_verified_cache
timeout 3600 "$program" idioms --markdown >out 2>err </dev/null || fail "idioms --markdown: exit $?: $(head -c 300 err)"
cmp -s out "$root/docs/idioms.md" || fail 'docs/idioms.md is another; write it anew: ./warplaw idioms --markdown > docs/idioms.md'
expect 0 '^## Prefix sums$' idioms idiom_scan

# a lookup shows what this program decided before, and says when; what was not as expected then is decided again, and so is all with --prove
expect 0 'theorems were decided by [0-9-]+ [0-9:]+ UTC; --prove decides them again' idioms --markdown
cmp -s out "$root/docs/idioms.md" || fail 'what was kept shows another page'
expect 0 'theorems were decided by ' contradictions SYNC-10
expect 0 '' idioms idiom_scan --prove
grep -q 'were decided by' out err && fail '--prove looks it up'
sed -i 's/"verdict":"PROVED"/"verdict":"UNKNOWN"/' "$WARPLAW_CACHE/verdicts.jsonl"
expect 0 '^## Prefix sums$' idioms idiom_scan
grep -qE '^([0-9]+) of \1 theorems were decided by' out err && fail "what was not as expected is shown: $(cat err)"
expect 2 'usage: no published program' idioms none_such

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
