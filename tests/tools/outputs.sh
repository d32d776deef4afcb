#!/usr/bin/env bash
# What is written, and what is not: over regular files alone and only when asked, nothing where it cannot be written, which is known before the work
# begins; streams that are closed or full.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
shfl='SHFL.UP P0, R0, R1, 1, 0'
small="$root/corpus/regressions/shfl-up-min-lane.json"

# nothing but a regular file is written over
mkfifo pipe
echo mine >target
ln -s target link
ln -s nowhere dangling
mkdir folder
for path in pipe link dangling folder; do
  expect 2 'no regular file' exec "$shfl" -o $path --force
  expect 2 'no regular file' minimize "$small" --plant shfl-up-min-lane -o $path --force
done
[ -p pipe ] && [ -h link ] && [ -h dangling ] && [ ! -e nowhere ] && [ "$(cat target)" = mine ] || fail 'written over'
expect 2 'it exists; accepted: .*--force' exec "$shfl" -o target
expect 0 'R0' exec "$shfl" -o target --force
grep -q '"version"' target || fail '--force did not write over a file'
# a terminal is asked: no is no, yes is yes
answering() { # ANSWER ARGUMENTS..
  local answer=$1
  shift
  printf '%s\n' "$answer" | script -qec "$(printf '%q ' "$program" "$@")" /dev/null >out 2>&1
}
history="$root/docs/observed.jsonl"
for answer in n '' yesterday; do
  echo mine >target
  answering "$answer" linearize "$history" --svg target
  grep -q 'target exists: write over it?' out || fail "did not ask: $(cat out)"
  grep -q 'cannot write target: it exists' out || fail "wrote in spite of '$answer': $(cat out)"
  [ "$(cat target)" = mine ] || fail "written over after '$answer'"
done
answering y linearize "$history" --svg target
grep -q '<svg' target || fail "not written after a yes: $(cat out)"

[ -z "$(find . -name '*XXXXXX*' -o -name '.warplaw*')" ] || fail 'a probe was left'

# found before the work begins: not a table, not a file, not a run
cannot() { expect 2 'cannot write' "$@"; [ -s out ] && fail "worked before it looked: $*"; }
for path in /proc/nothing/a folder/no/such; do
  cannot exec "$shfl" -o "$path"
  cannot minimize "$small" --plant shfl-up-min-lane -o "$path"
done
for path in target /proc/nothing target/below; do
  cannot fuzz --seconds 50 -o "$path"
  cannot verify --theorem 'shfl/source' --counterexamples "$path"
done
expect 0 'no mismatch' fuzz --runs 10 -o new/folder
[ ! -e new ] || fail 'a folder was made that nobody needs'
expect 2 '^no/such/results: results: cannot be made' verify --theorem 'shfl/source' --results no/such/results

# a folder's name is any bytes
printf 'SHFL.IDX PT, R1, R0, 0, 31\n' >one.wl
expect 1 'REFUTED' verify --program one.wl --ensures 'R1[lane] == 1' --counterexamples $'n\xff\xfe/below'
grep -q ERROR out err && fail "a folder's name ends a worker: $(head -c 300 out)"
[ -n "$(ls $'n\xff\xfe/below')" ] || fail 'no counterexample in a folder of any bytes'

# the option that names another folder is said, of every command's: a default is nobody's word
mkdir -p denied && touch denied/counterexamples
folder() { # OPTION ARGUMENTS..
  local option=$1
  shift
  (cd denied && timeout "$limit" "$program" "$@" >../out 2>../err </dev/null)
  [ $? = 2 ] || fail "exit not 2: $*"
  grep -qE "cannot write [^ ]*: .*; accepted: $option with a folder" err || fail "does not name $option: $(cat err)"
  one_clear_line "$*"
}
folder --output fuzz --seconds 50
folder --output check "$root/examples/vote.c"
folder --output prove "$root/examples/vote.c"
folder --counterexamples verify --theorem 'shfl/source'
folder --html report --html counterexamples
folder --to manual --to counterexamples/pages
folder --output fuzz --seconds 50 -o /proc/nothing
# and so is the option of a file
for output in "exec '$shfl' --output" "run '$root/corpus/programs/butterfly.wl' --output" "linearize '$history' --svg" "linearize '$history' --convert" \
  "minimize '$small' --plant shfl-up-min-lane --output" "check '$root/examples/vote.c' --cases 10 --junit" "prove '$root/examples/vote.c' --sarif" \
  "replay '$small' --svg" 'verify --theorem sel/laws --junit' 'verify --theorem sel/laws --markdown'; do
  eval "expect 2 'cannot write /proc/nothing/a: .*; accepted: ${output##* } with a file in a folder that can be written\$' $output /proc/nothing/a"
done
expect 2 'accepted: --results with a new file in a folder that can be written$' verify --theorem sel/laws --results /proc/nothing/a
expect 2 'File exists; accepted: a new file, or --resume to go on with this one$' verify --theorem sel/laws --results target
# --force is offered by no command that has none
for report in 'verify --theorem sel/laws --junit' 'verify --theorem sel/laws --markdown' "check $root/examples/vote.c --cases 10 --junit" \
  "prove $root/examples/vote.c --sarif"; do
  # shellcheck disable=SC2086 # words
  expect 2 'no regular file; accepted: a new name, or a regular file$' $report pipe
done
# who looks something up needs no cache, and who proves on the way goes on without one
for lookup in 'explain SHFL.UP' rules 'rules SHFL-4' list 'verify SEL --list' 'idioms early_exit'; do
  # shellcheck disable=SC2086 # words
  WARPLAW_CACHE=/proc/nothing timeout "$limit" "$program" $lookup >out 2>err </dev/null || fail "needs a cache: $lookup: $(head -c 300 err)"
  [ -s out ] || fail "says nothing without a cache: $lookup"
done

# a full or closed stderr changes no exit code and aborts nothing; a case file never takes its place
case_code() { # CODE ARGUMENTS..
  local code=$1 got
  shift
  for stream in /dev/full closed; do
    if [ $stream = closed ]; then "$program" "$@" >out 2>&-; else "$program" "$@" >out 2>/dev/full; fi
    got=$?
    [ $got = "$code" ] || fail "stderr $stream: exit $got, not $code: $*"
  done
}
cp "$small" kept.json
case_code 2 frobnicate
case_code 2 exec 'FOO R0'
case_code 2 replay missing.json
case_code 0 fuzz --runs 10
case_code 0 verify --theorem 'shfl/source'
case_code 0 exec "$shfl" -o written.json --force
"$program" replay written.json >out || fail "what was written without a stderr: $(cat out)"
"$program" list >/dev/full 2>err
[ $? = 2 ] || fail 'a full disk is not noticed'
"$program" list >&- 2>err
[ $? = 2 ] || fail 'a closed stdout is not noticed'
grep -q '^warplaw: file: standard output' err || fail "says: $(cat err)"
"$program" exec "$root"/corpus/seeds/*.json --json >/dev/full 2>err
[ $? = 2 ] || fail 'a full disk in the middle is not noticed'

# a line that is printed to be run again is one for the shell, and JSON is UTF-8, whatever a file is called
replayed() { # CODE: what the last command said to replay, by a shell
  eval "$(sed -n 's/^  replay: *warplaw/"$program"/p' out | head -1)" >again 2>&1
  [ $? = "$1" ] || fail "does not replay: $(grep replay: out) -> $(head -c 300 again)"
}
is_utf8() { python3 -c 'import json, sys
for line in sys.stdin.buffer.read().decode("utf-8").splitlines(): json.loads(line)' <out || fail "no JSON in UTF-8: $*"; }
for odd in "it's; a \$HOME & folder" $'two\nlines' $'caf\xc3\xa9 \xff\xc0\x80\xed\xa0\x80' -o; do
  mkdir -- "$odd"
  cp "$small" "./$odd/it.json"
  expect 0 'still so' minimize "./$odd/it.json" --plant shfl-up-min-lane -o "./$odd/min.json"
  [[ $odd == *$'\n'* ]] || replayed 0
  expect 1 'MISMATCH' check "$root/examples/wrong/up_min_lane.c" --family shfl --cases 2000 --corpus '' --output="./$odd"
  [[ $odd == *$'\n'* ]] || replayed 1
  expect 0 '"status":"ok"' replay --json "./$odd/it.json"
  is_utf8 replay --json
  expect 0 '"case":' minimize "./$odd/it.json" --plant shfl-up-min-lane --json --force -o "./$odd/min.json"
  is_utf8 minimize --json
  expect 1 '"findings":' check "$root/examples/wrong/up_min_lane.c" --family shfl --cases 2000 --corpus '' --json --output="./$odd"
  is_utf8 check --json
done

# an interrupted run is no pass, and says so
interrupted() {
  "$program" fuzz --seconds 60 "$@" >out 2>err &
  sleep 1
  kill -INT $!
  wait $!
  [ $? = 3 ] || fail "interrupted: not exit 3: $(cat out err)"
}
set -m # else the shell has the run ignore the signal
interrupted --json
grep -q '"interrupted":true' out || fail "interrupted: $(cat out)"
interrupted
grep -q 'interrupted' out || fail "interrupted: $(cat out)"
expect 0 '"interrupted":false' fuzz --runs 10 --json
done_testing
