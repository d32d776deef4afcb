#!/usr/bin/env bash
# Reports of `verify` and `merge` from one result: what made it stands in each; Markdown for GITHUB_STEP_SUMMARY with the table whatever failed; and what is
# otherwise than in an earlier run (--since), with planted results.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
json() { python3 -c "import json, sys; run = json.load(open('$1')); print($2)"; }

expect 0 'everything as expected' verify --theorem 'sel/*' --theorem vote/plan --results run.jsonl --markdown run.md --junit run.xml
version=$("$program" --version | cut -d' ' -f2)
grep -qE "^warplaw $version, bitcode [0-9a-f]{12}, clang 19\.[^,]*, any: (cadical [^ ,]+, )?z3 [0-9.]+, cvc5 [0-9.]+; fold, 60 s and 4096 MiB an answer$" out || fail "what made it: $(cat out)"
"$program" verify --theorem 'sel/*' --json >run.json 2>err || fail "json: $(cat err)"
[ "$(json run.json "sorted(k for k, v in run['run'].items() if not v)")" = '[]' ] || fail "what made it: $(cat run.json)"
for key in warplaw program bitcode compiler solvers options limits; do
  grep -q "<property name=\"$key\" value=\"[^\"]" run.xml || fail "JUnit does not name $key: $(head -c 600 run.xml)"
  head -1 run.jsonl | grep -q "\"$key\":\"[^\"]" || fail "results do not name $key: $(head -1 run.jsonl)"
done

# Markdown: heading, what made it, the table with a row an instruction, sums, times
grep -qx '## warplaw verify: everything as expected' run.md || fail "heading: $(cat run.md)"
grep -qE "warplaw $version, bitcode [0-9a-f]{12}, clang .*any: .*z3 .*fold, 60 s and 4096 MiB" run.md || fail "what made it: $(cat run.md)"
rows() { sed '/^<details>/q' "$1" | sed -nE 's/^\| ([A-Za-z0-9]+) \|.*/\1/p' | xargs; }
[ "$(rows run.md)" = 'instruction VOTE SEL all' ] || fail "rows: $(rows run.md)"
count=$(grep -c '^{"name"' run.jsonl)
grep -qE "^\| all \| \| $count \|.*\| [0-9]+\.[0-9] \|$" run.md || fail "not $count obligations: $(cat run.md)"
grep -q '^### ' run.md && fail "what was as expected: $(cat run.md)"

# whatever failed: unknown, refuted, missing
expect 3 . verify --theorem vote/portable --timeout 0.001 --cache off --solver z3 --markdown unknown.md
grep -qE '^## warplaw verify: [0-9]+ not as expected$' unknown.md && grep -qE '^`vote/portable/[^`]*`: \*\*UNKNOWN\*\*, not PROVED' unknown.md || fail "unknown: $(cat unknown.md)"
[ "$(rows unknown.md)" = 'instruction VOTE all' ] || fail "no table of what failed: $(rows unknown.md)"
grep -qE '^\| VOTE \|.*\| \*\*[0-9]+\*\* \|' unknown.md || fail "failures are not counted: $(cat unknown.md)"
printf '@P0 SEL R1, R2, R3, P1;\n' >false.wl
expect 1 . verify --program false.wl --ensures 'R1[lane] == old R2[lane]' --markdown refuted.md
grep -q '\*\*REFUTED\*\*, not PROVED' refuted.md && grep -q '^```$' refuted.md && grep -qE 'R1|lane' refuted.md || fail "refuted: $(cat refuted.md)"
[ $(($(grep -c '^```' refuted.md) % 2)) = 0 ] || fail "a block is not closed: $(cat refuted.md)"
sed '3d' run.jsonl >lost.jsonl
expect 3 'LOST lines' merge lost.jsonl --markdown lost.md --junit lost.xml
grep -q '^### Missing$' lost.md && grep -qE '^- LOST lines of lost' lost.md && grep -q '1 missing' lost.md || fail "missing: $(cat lost.md)"
[ "$(rows lost.md)" = 'instruction VOTE SEL all' ] || fail "no table of what is missing: $(rows lost.md)"
grep -q 'LOST lines' lost.xml || fail "JUnit of a merge: $(cat lost.xml)"

# since an earlier run: planted ones. now.jsonl is this run with seconds of its own; then.jsonl what was before
sed -E 's/"seconds":[0-9.eE+-]+,"limit"/"seconds":6,"limit"/; s/"cached":true/"cached":false/' run.jsonl >now.jsonl
mapfile -t names < <(sed -nE 's/^\{"name":"([^"]*)".*"verdict":"PROVED".*/\1/p' now.jsonl)
[ ${#names[@]} -gt 6 ] || fail "too few obligations: ${names[*]}"
plant() { # NAME SED-COMMAND: in the line of that obligation
  cp then.jsonl before.jsonl
  sed -i "\#^{\"name\":\"$1\"#{$2}" then.jsonl
  cmp -s before.jsonl then.jsonl && fail "nothing was planted: $1 $2"
}
cp now.jsonl then.jsonl
expect 0 'since then.jsonl: 0 new failures, 0 other verdicts, 0 obligations 3 times slower; [0-9]+ obligations in both, 0 new, 0 gone' merge now.jsonl --since then.jsonl --markdown since.md
grep -q '^Nothing fails anew' since.md || fail "the same run: $(cat since.md)"
plant "${names[0]}" 's/"verdict":"PROVED"/"verdict":"UNKNOWN"/'   # mended since
plant "${names[1]}" 's/"seconds":6/"seconds":1.9/'                 # three times slower
plant "${names[2]}" 's/"seconds":6/"seconds":2.1/'                 # not three times
plant "${names[3]}" 's/"seconds":6/"seconds":0,"planted":1/;s/"cached":false/"cached":true/' # of the cache: no time
plant "${names[4]}" d                                              # new
plant "${names[5]}" 's/.*/&\n&/;s/"name":"/"name":"gone-/'         # gone
sed -i '1s/"bitcode":"[0-9a-f]*"/"bitcode":"0123456789abcdef"/' then.jsonl
expect 0 'since then.jsonl: 0 new failures, 1 other verdict, 1 obligation 3 times slower; [0-9]+ obligations in both, 1 new, 1 gone' merge now.jsonl --since then.jsonl --markdown since.md
grep -qE "^  CHANGED  ${names[0]}: PROVED, was UNKNOWN$" out || fail "another verdict: $(cat out)"
grep -qE "^  SLOWER   ${names[1]}: 6.00 s, was 1.90 s$" out || fail "slower: $(cat out)"
grep -qE '^  bitcode: 0123456789ab then, [0-9a-f]{12} now$' out || fail "made otherwise: $(cat out)"
grep -qE "^- \`${names[1]}\`: 6.00 s, was 1.90 s$" since.md && grep -qE "^- \`${names[0]}\`: PROVED, was UNKNOWN$" since.md || fail "Markdown: $(cat since.md)"
# new failures: was as expected, was not there, was unknown and is refuted; what fails as before is none
cp now.jsonl then.jsonl
cp now.jsonl whole.jsonl
plant "${names[4]}" d
for i in 0 4; do sed -i "\#^{\"name\":\"${names[i]}\"#s/\"verdict\":\"PROVED\"/\"verdict\":\"UNKNOWN\"/" now.jsonl; done
sed -i "\#^{\"name\":\"${names[1]}\"#s/\"verdict\":\"PROVED\"/\"verdict\":\"REFUTED\"/" now.jsonl
plant "${names[1]}" 's/"verdict":"PROVED"/"verdict":"UNKNOWN"/'
sed -i "\#^{\"name\":\"${names[2]}\"#s/\"verdict\":\"PROVED\"/\"verdict\":\"UNKNOWN\"/" now.jsonl
plant "${names[2]}" 's/"verdict":"PROVED"/"verdict":"UNKNOWN"/'
expect 1 'since then.jsonl: 3 new failures, 0 other verdicts' merge now.jsonl --since then.jsonl --markdown since.md
for line in "${names[0]}: UNKNOWN, was PROVED" "${names[4]}: UNKNOWN, was not there" "${names[1]}: REFUTED, was UNKNOWN"; do
  grep -qx "  FAILURE  $line" out || fail "no failure '$line': $(cat out)"
done
grep -q '^### New failures$' since.md || fail "Markdown: $(cat since.md)"
"$program" merge now.jsonl --since then.jsonl --json >since.json 2>err
[ "$(json since.json "len(run['since']['failures']), run['since']['file'], run['since']['new']")" = "3 then.jsonl 1" ] || fail "JSON: $(cat since.json)"
# a theorem of a whole instruction that is not there any more
"$program" verify SEL --results sel.jsonl >out 2>&1 || fail "verify: $(cat out)"
sed 's#"theorem":"sel/laws"#"theorem":"sel/other-laws"#; s#"name":"sel/laws/#"name":"sel/other-laws/#' sel.jsonl >then.jsonl
expect 0 ', 3 new, 3 gone' merge sel.jsonl --since then.jsonl
# what is expected may be another, and so may a certificate
cp whole.jsonl now.jsonl
cp whole.jsonl then.jsonl
plant "${names[0]}" 's/"expected":"PROVED"/"expected":"REFUTED"/'
sed -i "\#^{\"name\":\"${names[1]}\"#s/\"expected\":\"PROVED\"/\"expected\":\"REFUTED\"/" now.jsonl
expect 1 'since then.jsonl: 1 new failure, 1 other verdict' merge now.jsonl --since then.jsonl
grep -qx "  FAILURE  ${names[1]}: PROVED where REFUTED is expected, was PROVED where PROVED is expected" out || fail "another expectation: $(cat out)"
grep -qx "  CHANGED  ${names[0]}: PROVED where PROVED is expected, was PROVED where REFUTED is expected" out || fail "another expectation: $(cat out)"
expect 0 'everything as expected' verify --theorem sel/portable --certify --results certified.jsonl
cp certified.jsonl now.jsonl
cp certified.jsonl then.jsonl
mapfile -t names < <(sed -nE 's/^\{"name":"([^"]+)".*"status":"certified".*/\1/p' now.jsonl)
plant "${names[0]}" 's/"status":"certified"/"status":"not certified","reason":"planted"/'
sed -i "\#^{\"name\":\"${names[1]}\"#s/\"status\":\"certified\"/\"status\":\"not certified\",\"reason\":\"planted\"/" now.jsonl
expect 3 'since then.jsonl: 1 new failure, 1 other verdict' merge now.jsonl --since then.jsonl
grep -qx "  FAILURE  ${names[1]}: PROVED (not certified), was PROVED (certified)" out || fail "a certificate is lost: $(cat out)"
grep -qx "  CHANGED  ${names[0]}: PROVED (certified), was PROVED (not certified)" out || fail "a certificate is new: $(cat out)"
# of a run itself, too
expect 0 'since whole.jsonl: 0 new failures' verify --theorem 'sel/*' --since whole.jsonl

# input and output
expect 2 'nowhere cannot be read' verify --theorem sel/plan --since nowhere
echo junk >junk
expect 2 '^junk:1: results: ' verify --theorem sel/plan --since junk
mkdir folder
expect 2 'cannot write folder' verify --theorem sel/plan --markdown folder
expect 2 'cannot write missing/x.md' merge run.jsonl --markdown missing/x.md
expect 2 'excludes' verify --mutants --markdown x.md
[ -z "$(find . -name '*.part')" ] || fail 'half a file was left'
# no report is written over another file of the same run
"$program" verify --theorem sel/laws --results apart.jsonl >out 2>&1 || fail "verify: $(cat out)"
cp apart.jsonl before.jsonl
expect 2 'apart.jsonl would be written over' merge apart.jsonl --junit ./apart.jsonl
expect 2 'apart.jsonl would be written over' merge apart.jsonl --since apart.jsonl --markdown apart.jsonl
expect 2 'same would be written over' verify --theorem sel/laws --results same --junit same
expect 2 'same would be written over' verify --theorem sel/laws --junit same --markdown same
cp "$root/examples/shfl.c" mine.c
printf 'SEL R1, R2, R3, P1;\n' >mine.wl
expect 2 'mine.wl would be written over' verify --program mine.wl --ensures 'R1[lane] == R1[lane]' --markdown mine.wl
cp apart.jsonl costs
expect 2 'costs would be written over' verify SEL --costs costs --junit costs
expect 2 'mine.c would be written over' prove mine.c --sarif mine.c
expect 2 'mine.c would be written over' check mine.c --junit ./mine.c
cmp -s mine.c "$root/examples/shfl.c" || fail 'the source is gone'
printf 'no newline' >notes
expect 2 '^notes:1: results: no run begins it' verify --theorem sel/laws --resume notes 2>/dev/null
[ "$(cat notes)" = 'no newline' ] || fail 'a file that holds no results was cut'
cmp -s apart.jsonl before.jsonl || fail 'the results are gone'
expect 0 'everything as expected' merge apart.jsonl --junit one.xml --markdown two.md --since before.jsonl
done_testing
