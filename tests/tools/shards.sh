#!/usr/bin/env bash
# Shards: cut by cost, run by any engine, merged into what one run says; whatever is lost, doubled or of another run is noticed.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/shards_lib.sh"

# bad input
for shard in 0/4 5/4 1/0 x 1 1/ /2 -1/2 01/2 1/100001 1/2/3; do expect 2 'is no shard; accepted: I/N' verify SEL --list --shard="$shard"; done
expect 2 'nowhere cannot be read' verify SEL --list --shard 1/2 --costs nowhere
echo '{"name":1}' >junk
expect 2 '^junk:1: results: .*; accepted: lines of' verify SEL --list --json --costs junk
expect 2 '^junk:1: results: .*; accepted: lines of' verify SEL --costs junk # what no shard asks for is read, too
expect 2 'excludes' verify SEL --shard 1/2 --mutants
expect 2 'excludes' verify SEL --shard 1/2 --write-golden
expect 2 'FILES is required' merge
expect 2 '^nowhere: results: cannot be read' merge nowhere
expect 2 '^junk:1: results: ' merge junk
# a file that has no results is refused at its first line, however long it is: 64 GiB are not read for that
for beginning in '' '{"version":1,' 'not one run'; do
  printf '%s' "$beginning" >large
  truncate -s 64G large || continue # not every file system has room for what is not there
  limit=100 expect 2 '^large:1: results: no run begins it' merge large
done
rm -f large

# what theorems cost: a results file says it, and so does the list that is made of one
"$program" verify SEL --list --json --costs one.jsonl >list.jsonl || fail "list: exit $?"
[ "$(wc -l <list.jsonl)" = "$("$program" verify SEL --list | wc -l)" ] || fail 'not a line a theorem'
[ "$(grep -c '"obligations":[1-9][0-9]*,"seconds":[0-9]' list.jsonl)" = "$(wc -l <list.jsonl)" ] || fail "no costs: $(cat list.jsonl)"
for costs in one.jsonl list.jsonl; do "$program" verify SEL --list --shard 2/3 --costs $costs >of.$costs; done
cmp -s of.one.jsonl of.list.jsonl || fail 'costs change on their way through the list'
for i in 1 2 3; do "$program" verify SEL --list --shard $i/3 --costs one.jsonl; done | cut -d' ' -f1 | sort -u >all.txt # a part: "NAME 1/2"
"$program" verify SEL --list | cut -d' ' -f1 | sort | cmp -s - all.txt || fail "three shards are not all theorems: $(cat all.txt)"

# the costs that shards are cut by where nothing else is given are of theorems that there are, and of no more obligations than those have
"$program" verify --list | cut -d' ' -f1 >theorems
sed -nE 's/^\{"theorem":"([^"]+)","obligations":([0-9]+),"seconds":[0-9.]+\}$/\1 \2/p' "$root/proofs/costs.jsonl" >costs
[ -s costs ] && [ "$(wc -l <costs)" = "$(wc -l <"$root/proofs/costs.jsonl")" ] || fail 'proofs/costs.jsonl has lines of another kind'
outdated=$(awk 'FILENAME == "theorems" { there[$1]; next }
  FILENAME == "costs" { if (!($1 in there)) print "no theorem: " $1; else if ($1 in known) print "twice: " $1; else known[$1] = $2; next }
  { name = $1; do of[name]++; while (sub("/[^/]*$", "", name)) } # the theorem of one obligation is called as that is
  END { for (name in known) if (known[name] > of[name]) print name " has " of[name] " obligations, not " known[name] }' \
  theorems costs "$root"/proofs/golden/*.txt)
[ -z "$outdated" ] || fail "proofs/costs.jsonl is out of date (docs/ci.md says how it is made anew): $outdated"
# and so is who is sooner; a row that ends in * is of all obligations that begin so
sed -nE 's/^WARPLAW_SOONER\("(.*)", "(z3|cvc5)"\)$/\1/p' "$root/proofs/sooner.def" | sort >sooner
[ -s sooner ] && [ "$(wc -l <sooner)" = "$(grep -c '^WARPLAW' "$root/proofs/sooner.def")" ] || fail 'proofs/sooner.def has lines of another kind'
[ -z "$(uniq -d sooner)" ] || fail "twice in proofs/sooner.def: $(uniq -d sooner)"
gone=$(awk 'FILENAME == "sooner" { rows[$1]; next } { for (row in rows) { from = row; if (sub("[*]$", "", from) ? index($1, from) == 1 : row == $1) delete rows[row] } }
  END { for (row in rows) print row }' sooner "$root"/proofs/golden/*.txt)
[ -z "$gone" ] || fail "proofs/sooner.def names what is no obligation: $gone"

# three shards by hand are one run
for i in 1 2 3; do WARPLAW=$program "$recipes/shard.sh" $i 3 shards $arguments || fail "shard $i: exit $?"; done
expect 0 'everything as expected' merge shards/1.jsonl shards/2.jsonl shards/3.jsonl --results merged.jsonl
same_as_one_run out
expect 0 'everything as expected' merge merged.jsonl
same_as_one_run out
"$program" merge one.jsonl >out || fail "merge of one run: exit $?"
same_as_one_run out
expect 0 '"exit":0.*"program":"[0-9a-f]{64}".*"gaps":\[\]' merge shards/1.jsonl shards/2.jsonl shards/3.jsonl --json
expect 2 'cannot be made: File exists; accepted: a new file$' merge merged.jsonl --results merged.jsonl

# a file of many obligations need not fit into memory
count=$(grep -c '^{"name"' one.jsonl)
{
  head -1 one.jsonl
  for i in {1..200}; do sed -n "s/^{\"name\":\"/&$i-/p" one.jsonl; done
  tail -1 one.jsonl | sed "s/\"obligations\":$count,/\"obligations\":$((200 * count)),/"
} >many.jsonl
expect 3 "REMOVED .*" merge many.jsonl
grep -q "^new     1-.*" out && grep -q "^[0-9]* missing: $((200 * count)) obligations" out || fail "many: $(cat out)"
python3 - "$program" <<'END' || fail 'memory grows with the file'
import os, resource, subprocess, sys
def most(file):
    subprocess.run([sys.argv[1], 'merge', file], capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
few, many = most('one.jsonl'), most('many.jsonl')
sys.exit(few == 0 or many - few > os.path.getsize('many.jsonl') // 4)
END

# what is missing stays so, however often it is merged; of two records of one name the graver counts, in either order
expect 3 'MISSING shard 3/3' merge shards/1.jsonl shards/2.jsonl --results gaps.jsonl
expect 3 'UNFINISHED gaps.jsonl' merge gaps.jsonl
at=$(grep -n '"verdict":"PROVED"' one.jsonl | head -1 | cut -d: -f1) # they come as they are decided
sed "$at"'s/"verdict":"PROVED"/"verdict":"REFUTED"/' one.jsonl >refuted.jsonl
cmp -s one.jsonl refuted.jsonl && fail 'nothing was refuted'
expect 1 'DOUBLED' merge refuted.jsonl one.jsonl
expect 1 'DOUBLED' merge one.jsonl refuted.jsonl
grep -qE '^1 not as expected, [0-9]+ missing: ' out || fail "the conclusion: $(tail -3 out)"
sed "$at"'{h;s/"verdict":"PROVED"/"verdict":"REFUTED"/;p;g}' one.jsonl >twice.jsonl
expect 1 'DOUBLED .*: twice in twice.jsonl' merge twice.jsonl
sed "$at"'{p;s/"verdict":"PROVED"/"verdict":"REFUTED"/}' one.jsonl >twice.jsonl
expect 1 'DOUBLED .*: twice in twice.jsonl' merge twice.jsonl
cat refuted.jsonl one.jsonl >twice.jsonl
expect 1 'DOUBLED .*: twice in twice.jsonl' merge twice.jsonl
{ sed -n "${at}p" one.jsonl; cat one.jsonl; } >before.jsonl
expect 2 '^before.jsonl:2: results: records of no run stand before it' merge before.jsonl
sed '$s/"seconds":[0-9.e+-]*/"seconds":1e999/i' one.jsonl >forever.jsonl
expect 2 '^forever.jsonl:[0-9]+: results: seconds are out of range' merge forever.jsonl --json
# names are held against the lists of what was asked for, whatever the records say that they are about
expect 2 'nowhere cannot be read' merge one.jsonl --golden nowhere
mkdir lists
expect 3 'MISSING the list of names: there is none in lists/SEL.txt' merge one.jsonl --golden lists
expect 3 'MISSING the list of names: there is none in lists/SEL.txt' verify SEL --golden lists
touch lists/SEL.txt
expect 3 'MISSING the list of names: there is none in lists/SEL.txt' merge one.jsonl --golden lists
expect 0 'everything as expected' verify SEL --golden lists --write-golden
expect 0 'everything as expected' merge one.jsonl --golden lists
# a law that asks something else, or that folding decides now, is another one
law=$(grep -m1 -E '^[^ ]+ [0-9a-f]{12}$' lists/SEL.txt | cut -d' ' -f1)
[ -n "$law" ] || fail "no law in the list: $(cat lists/SEL.txt)"
sed -i "s|^$law .*|$law 000000000000|" lists/SEL.txt
for run in 'merge one.jsonl' 'verify SEL'; do expect 3 "CHANGED $law: its query was 000000000000, and is [0-9a-f]{12}\$" $run --golden lists; done
sed -i "s|^$law .*|$law folded 000000000000|" lists/SEL.txt
expect 3 "CHANGED $law: its query was folded 000000000000, and is [0-9a-f]{12}\$" merge one.jsonl --golden lists
expect 3 '"gaps":\["CHANGED ' merge one.jsonl --golden lists --json
expect 0 'everything as expected' verify SEL --golden lists --write-golden
sed 's/"instruction":"SEL"/"instruction":"Sel"/' one.jsonl >renamed.jsonl
expect 2 '^renamed.jsonl: results: sel/.* says that it is of Sel; accepted: SEL' merge renamed.jsonl
sed '5s/"theorem":"/"theorem":"un/' one.jsonl >stray.jsonl
expect 2 '^stray.jsonl: results: sel/.* is of unsel/.*, which was not asked for' merge stray.jsonl

# broken CODE PATTERN FILE SED-SCRIPT: the shards with one of them edited
broken() {
  rm -rf broken
  cp -r shards broken
  sed -i "$4" "broken/$3.jsonl"
  cmp -s "shards/$3.jsonl" "broken/$3.jsonl" && fail "nothing was broken: $4"
  expect "$1" "$2" merge broken/1.jsonl broken/2.jsonl broken/3.jsonl
}
one=$(sed -n '3s/.*"name":"\([^"]*\)".*/\1/p' shards/2.jsonl) # some obligation
[ -n "$one" ] || fail 'no obligation to break'
broken 3 "REMOVED $one" 2 3d
grep -q 'LOST lines of broken/2.jsonl' out || fail "a lost line: $(cat out)"
broken 3 "DOUBLED $one: twice in broken/2.jsonl" 2 3p
broken 3 "REMOVED $one" 2 '3s/"name":"/"name":"other-/'
broken 3 'REMOVED sel/' 2 "/\"name\"/d"
grep -q 'MISSING theorem sel/' out || fail "a lost theorem: $(cat out)"
broken 3 "UNKNOWN +$one" 2 '3s/"verdict":"[A-Z]*"/"verdict":"UNKNOWN"/'
broken 1 "REFUTED +" 2 '/"expected":"PROVED"/s/"verdict":"PROVED"/"verdict":"REFUTED"/'
broken 2 '^broken/2.jsonl: results: another program made it' 2 '1s/"program":"...../"program":"00000/'
broken 2 '^broken/2.jsonl: results: does not fit broken/1.jsonl: it is about other code' 2 '1s/"bitcode":"...../"bitcode":"00000/'
broken 2 'it was made with other solvers' 2 '1s/"solvers":"any/"solvers":"both/'
broken 2 'balanced by another file of costs' 2 '1s/"costs":"...../"costs":"00000/'
broken 2 'the work was cut in another way' 2 '1s/"partition":"...../"partition":"00000/'
broken 2 'another number of shards' 2 '1s/"of":3/"of":4/'
broken 2 'broken/1.jsonl is shard 1/3 too' 2 '1s/"index":2/"index":1/'
broken 2 '^broken/2.jsonl:1: results: no such shard' 2 '1s/"index":2/"index":4/'
broken 2 'no line says which run made it' 2 '1d;$d'
broken 2 '^broken/2.jsonl:2: results: ' 2 '2s/"verdict":"[A-Z]*"/"verdict":"FINE"/'
broken 3 'UNFINISHED broken/2.jsonl' 2 '$d'
expect 3 'MISSING shard 2/3' merge shards/1.jsonl shards/3.jsonl
grep -q 'REMOVED sel/' out || fail "a lost shard: $(cat out)"
head -c 300 /dev/zero | tr '\0' '\n' >newlines
expect 2 '^newlines:1: results: ' merge newlines
expect 2 'is shard 1/3 too' merge shards/1.jsonl shards/1.jsonl shards/2.jsonl
"$program" verify PMTRIG --theorem pmtrig/plan --results part.jsonl >out 2>err || fail "part: exit $?"
expect 2 'does not fit part.jsonl: something else was asked for' merge part.jsonl shards/1.jsonl
expect 0 'everything as expected' merge part.jsonl

# an obligation in two shards, of which both say that its theorem is theirs
cp -r shards doubled
sed -n 3p shards/2.jsonl >line
sed -i '2r line' doubled/1.jsonl
sed -i "1s|\"theorems\":\[|&\"$(sed 's/.*"theorem":"\([^"]*\)".*/\1/' line)\",|" doubled/1.jsonl
expect 3 "DOUBLED $one: in doubled/1.jsonl and in doubled/2.jsonl" merge doubled/1.jsonl doubled/2.jsonl doubled/3.jsonl

# a shard that ran out of time may go on with more of it, and only that is asked again
"$program" verify SEL --shard 1/2 --costs one.jsonl --cache off --timeout 0.001 --results late.jsonl >out 2>err
[ $? = 3 ] || fail "no time-out: $(cat out)"
"$program" verify SEL --shard 1/2 --costs one.jsonl --cache off --resume late.jsonl >out 2>err || fail "more time: exit $?"
"$program" verify SEL --shard 2/2 --costs one.jsonl --cache off --results rest.jsonl >out 2>err || fail "the rest: exit $?"
expect 0 'everything as expected' merge late.jsonl rest.jsonl
same_as_one_run out

# ctest as the engine: merge comes after the shards
mkdir engine
cp "$recipes/CTestTestfile.cmake" "$recipes/shard.sh" engine
WARPLAW=$program WARPLAW_SHARDS=2 WARPLAW_ARGUMENTS="$arguments" ctest --test-dir engine --parallel 2 --output-on-failure >out 2>&1 || fail "ctest: $(cat out)"
grep -q 'tests passed.* out of 3' out || fail "ctest: $(cat out)"
"$program" merge engine/shards/*.jsonl >out || fail "ctest's shards: exit $?"
same_as_one_run out
done_testing
