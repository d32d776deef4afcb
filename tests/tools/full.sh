#!/usr/bin/env bash
# A full disk and a place that cannot be written: exit code 2 with one clear line, and every file of before as it was. A limit on the size of files is the full
# disk here: it takes no privilege, and refuses a write in its middle. Below a regular file, and in /proc, nobody can write, root neither.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
take_verified_cache
history="$root/docs/observed.jsonl"
executor=lane.c # of one form; with WARPLAW_ALL, of all
sed 's/\\"inactive/\\"modes\\": [\\"IDX\\"], &/' "$root/examples/shfl_lane.c" >$executor
cmp -s "$root/examples/shfl_lane.c" $executor && fail 'of all its forms'
[ -z "${WARPLAW_ALL:-}" ] || cp "$root/examples/shfl_lane.c" $executor
cp "$root/corpus/regressions/shfl-up-min-lane.json" case.json
mkdir none

# what writes: a name, the file or folder (@), arguments
outputs=(
  "results @ verify SEL --results @"
  "junit @ verify SEL --junit @"
  "markdown @ verify --theorem sel/plan --markdown @"
  "cache @ verify --theorem sel/plan --cache-dir @"
  "counterexamples @ verify --theorem sel/plan --counterexamples @"
  "golden @ verify SEL --write-golden --golden @"
  "page @ report --corpus none --html @" # without claims, which take their time
  "sarif @ prove $executor --family shfl --sarif @"
  "found @ prove $executor --family shfl -o @"
  "fuzzed @ fuzz --runs 10 -o @"
  "case @ exec 'SHFL.UP P0, R0, R1, 1, 0' --force -o @"
  "smaller @ minimize case.json --plant shfl-up-min-lane --force -o @"
  "picture @ linearize $history --force --svg @"
  "binary @ linearize $history --force --convert @"
  "pages @ manual --to @"
)
arguments_of() { # ROW PLACE: into `arguments`
  eval "arguments=(${1#* @ })"
  arguments=("${arguments[@]//@/$2}")
}
sums() { find old -type f ! -name 'verdicts.*' -exec sha256sum {} + | sort; } # verdicts that were kept are those of the last run, whatever it was

mkdir old
for row in "${outputs[@]}"; do
  arguments_of "$row" "old/${row%% *}"
  "$program" "${arguments[@]}" >out 2>err </dev/null
  [ $? -le 1 ] && [ -e "old/${row%% *}" ] || [[ ${row%% *} =~ ^(counterexamples|found|fuzzed)$ ]] || fail "${row%% *}: $(cat err)"
done
mkdir -p old/{counterexamples,found,fuzzed} && echo mine | tee old/{counterexamples,found,fuzzed}/mine >/dev/null
sums >sums

# a place where nobody can write is found before the work begins
echo mine >file
for row in "${outputs[@]}"; do
  for place in file/below /proc/nothing/below; do
    arguments_of "$row" $place
    expect 2 'cannot|Not a directory|No such file' "${arguments[@]}"
    [ ! -s out ] || fail "worked before it looked: ${arguments[*]}"
  done
done
[ "$(cat file)" = mine ] || fail 'written over'

# refused KIBIBYTES PATTERN ARGUMENTS..: no file may be larger than that; what it prints goes through a pipe
refused() {
  local limit=$1 pattern=$2 got
  shift 2
  (ulimit -f "$limit" && exec timeout 600 "$program" "$@") 2>&1 </dev/null | cat >out
  got=${PIPESTATUS[0]}
  [ "$got" = 2 ] || fail "of $limit KiB: exit $got, not 2: $* -> $(head -c 300 out)"
  grep -qE -e "^[^ ][^:]*: [a-z]+: .*($pattern)" out || fail "of $limit KiB: no '$pattern' in: $(head -c 300 out)"
}

# a full disk is found before the work begins
for row in "${outputs[@]}"; do
  place=old/${row%% *}
  [ "${row%% *}" != results ] || place=fresh # results are never written over
  arguments_of "$row" "$place"
  refused 1 'File too large' "${arguments[@]}"
  [ "$(wc -l <out)" = 1 ] || fail "worked before it looked: ${arguments[*]} -> $(head -n 3 out)"
done
[ ! -e fresh ] || fail 'a results file is left that holds nothing'

# a disk that becomes full in the middle of the writing
for row in 'junit 4' 'page/index.html 64' 'pages/warplaw-verify.1 4'; do
  read -r name kibibytes <<<"$row"
  [ "$(stat -c %s "old/$name")" -gt $((kibibytes * 1024)) ] || fail "old/$name is too small to show anything: $(stat -c %s "old/$name")"
  for output in "${outputs[@]}"; do
    [ "${output%% *}" = "${name%%/*}" ] || continue
    arguments_of "$output" "old/${name%%/*}"
    refused "$kibibytes" 'File too large' "${arguments[@]}"
  done
done
[ -z "$(find old -name '*.part' -o -name '*.??????')" ] || fail "half a file is left: $(find old -name '*.part' -o -name '*.??????')"
sums | cmp -s sums - || fail "files of before are others: $(sums | diff sums -)"

# a results file that the disk does not take to its end holds whole lines, and is gone on with
refused 40 'cannot be written to its end: File too large' verify SEL --cache off --results part.jsonl
grep -qE '^1 missing: [0-9]+ obligations' out || fail "the verdicts are not told: $(cat out)"
grep -q 'the results file could not be written' out || fail 'nor that the file is short'
lines=$(wc -l <part.jsonl)
[ "$lines" -gt 3 ] && [ "$(grep -c '' part.jsonl)" = "$lines" ] || fail "no whole lines: $lines"
refused 40 'cannot be written to its end: File too large' verify SEL --cache off --resume part.jsonl
cp part.jsonl before.jsonl # a short line may have had room in it
lines=$(wc -l <before.jsonl)
expect 0 'everything as expected' verify SEL --cache off --resume part.jsonl
head -n "$lines" part.jsonl | cmp -s - before.jsonl || fail 'what was there is lost'
table() { sed -E 's/ *[0-9]+\.[0-9]+( s)?$//; s/, [0-9]+ of them from .*//' "$1"; }
"$program" verify SEL >good.txt 2>err
cmp -s <(table out) <(table good.txt) || fail "another table: $(diff out good.txt)"

# a cache that takes no answer: the verdicts are told, and that nothing was kept
mkdir stuck
touch stuck/outcomes stuck/{0..9}{{0..9},{a..f}} stuck/{a..f}{{0..9},{a..f}}
"$program" verify SEL --cache-dir stuck >out 2>err
[ $? = 2 ] || fail "a cache that takes nothing: exit $?"
grep -q '^warplaw: cache: stuck: answers could not be kept; accepted: ' err || fail "says: $(tail -n 1 err)"
cmp -s <(table out) <(table good.txt) || fail "another table: $(diff out good.txt)"
[ -z "$(find stuck -type f -size +0 ! -name 'verdicts.*')" ] || fail 'written over'
done_testing
