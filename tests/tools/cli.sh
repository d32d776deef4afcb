#!/usr/bin/env bash
# Exit codes and messages of `warplaw`: 0 as expected, 1 mismatch, 2 bad usage or input with one clear line, nothing partial, nothing written over.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# help, with examples, everywhere
expect 0 'Examples' --help # each example is run: examples.sh
expect 0 '^warplaw [0-9]+\.[0-9]+\.[0-9]+$' --version

expect 0 '^warplaw [0-9]+\.[0-9]+\.[0-9]+$' -v
for command in '' exec list; do
  # shellcheck disable=SC2086 # no word where there is no subcommand
  "$program" help $command >out 2>err && "$program" $command --help | cmp -s - out || fail "help $command: $(cat out err)"
done
expect 2 'no subcommand is called frob; accepted: verify, ' help frob
"$program" help help >out 2>err && "$program" --help | cmp -s - out || fail "help help: $(cat out err)"

# usage
expect 2 'warplaw: .*subcommand' 
expect 2 'no subcommand is called frobnicate; accepted: verify, ' frobnicate # nothing is near
for near in hlep help1 Halp; do
  expect 2 "no subcommand is called $near; the nearest name is help; accepted: verify, " $near
done
expect 2 'no subcommand is called chekc; the nearest name is check; accepted' manual chekc
expect 2 'warplaw: usage: no subcommand is called replya; the nearest name is replay; accepted: verify, ' replya
expect 2 'nearest name is minimize' Minimise
expect 2 'warplaw: usage: ' "$(head -c 100000 /dev/zero | tr '\0' 'x')"
expect 2 'warplaw: ' exec
expect 2 'warplaw: ' list --frobnicate
expect 2 'no instruction is called LDG' list LDG
expect 0 "^VADD$" list vsub
expect 0 "^match.sync$" list match.any.sync
expect 2 'no path sse' exec 'SHFL.IDX P0, R0, R1, 0, 31' --path sse
expect 2 'no instruction is called' fuzz --instruction LDG --runs 1

# numbers: none, negative, too large; the range is named
asked=0 # each option is asked other values
number() { # OPTION RANGE ARGUMENTS..
  local option=$1 range=$2 value
  shift 2
  for value in $(printf '%s\n' nan inf -1 1e400 99999999999999999999999 1x 0x | tail -n +$((asked++ % 3 + 1)) | some 3); do
    expect 2 "^warplaw: usage: $option: .*; accepted: $range\$" "$@" "$option=$value"
  done
}
number --runs '1\.\.2\^64-1' fuzz
number --seed '0\.\.2\^64-1' fuzz --runs 1
number --seconds '0.001\.\.10\^9' fuzz
number --jobs '1\.\.1024' verify --list
number --timeout '0.001\.\.10\^6' verify --list
number --memory '0\.\.2\^24' verify --list
number --mutants-sample '0\.\.10\^6' verify --list --mutants
number --mutants-per-function '0\.\.10\^6' verify --list --mutants
number --shared '0\.\.2\^24' exec 'ATOMS.ADD R0, [R1], R2'
number --runs '1000\.\.10\^9' bench fuzz
number --states '1\.\.2\^31' linearize -
number --memory '1\.\.2\^20' linearize -
number --seconds '0\.\.10\^6' linearize -
number --svg-line '1\.\.2\^40' linearize -
expect 2 'accepted: 1\.\.1024' verify --list --jobs 007 # octal or not, nobody knows
expect 2 'accepted: 0\.\.2\^24' exec 'ATOMS.ADD R0, [R1], R2' --shared 16777217
expect 0 'R0' exec 'ATOMS.ADD R0, [R1], R2' --shared 16777216 --active 0x1 # one lane: of several, every order would be tried
expect 0 '64 bytes' exec 'ATOMS.ADD R0, [R1], R2' --shared 0x40

# every help shows ranges as people write them, and numbers by one name
for command in $("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  "$program" "$command" --help >out || fail "no help: $command"
  grep -nE '\.\.[0-9]{6}|UINT|FLOAT' out && fail "$command --help shows a number as nobody writes it"
  grep -q '^Exit codes: ' out || fail "$command --help has no exit codes"
done

# exec
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane
expect 0 '"version"' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane --json
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' --path portable
expect 2 'FOO' exec 'FOO R0, R1'
expect 2 'ATOMS-1' exec 'ATOMS.INC.S32 R0, [R1], R2'
expect 2 'MACH-3' exec 'ATOMS.EXCH.U64 R0, [R1], R3'
expect 2 'ATOMS-3' exec 'ATOMS.ADD R0, [R1 + 0x1000000], R2'
expect 2 'ATOMS-8' exec 'ATOMS.CAST.SPIN.U32 R0, [R4 + 0x18], R4, R6'
expect 2 '^warplaw: ATOMS-11: ' exec 'ATOMS.ADD R0, [R1], R2' --shader pixel --shared 4
expect 2 'SHFL-9' exec 'SHFL.IDX P0, R0, R1, 32, 31'
expect 2 'not understood' exec 'SHFL.IDX P0, R0, R1, 0, 31' -r R300=1

# nothing is written over, and nothing partial is left
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane -o case.json
cp case.json kept.json
expect 2 'exists' exec 'SHFL.UP P0, R0, R1, 2, 0' -r R1=lane -o case.json
cmp -s case.json kept.json || fail 'exec wrote over a file'
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 2, 0' -r R1=lane -o case.json --force
cmp -s case.json kept.json && fail '--force did not write'
expect 2 'warplaw: ' exec 'SHFL.UP P0, R0, R1, 2, 0' -o "$work/no/such/folder/case.json"
[ -z "$(find . -name '*.tmp*')" ] || fail "left behind: $(find . -name '*.tmp*')"

# replay
expect 0 ' 0 mismatches' replay "$root/corpus/regressions" # corpus.replay replays all
expect 0 '"status":"ok"' replay case.json --json
expect 2 '^missing.json: file: cannot be read' replay missing.json
sed 's/"version": 1/"version": 99/' kept.json >version.json
expect 2 '^version.json:2: case-format: .*version' replay version.json
sed 's/"version"/"frobnicate": 1, "version"/' kept.json >unknown.json
expect 2 'frobnicate' replay unknown.json
head -c 150 kept.json >truncated.json
expect 2 'truncated.json|case-format' replay truncated.json
head -c 65536 /dev/urandom >junk.json
expect 2 '^junk.json:[0-9]+: case-format: ' replay junk.json
head -c 2097152 /dev/zero | tr '\0' 'x' >long.json
expect 2 '^long.json:[0-9]+: case-format: ' replay long.json
: >empty.json
expect 2 '^empty.json:[0-9]+: case-format: ' replay empty.json
mkdir nothing
expect 2 'nothing to replay' replay nothing
expect 2 '^warplaw: syntax: ' exec "$(head -c 100000 /dev/zero | tr '\0' 'x')"
# a wrong expected value is a mismatch, shown as a table with the lane marked
sed '/"expected"/,$ s/"5": "0x[0-9a-f]*"/"5": "0x63"/' kept.json >wrong.json
expect 1 'MISMATCH.*R0 lane 5' replay wrong.json
grep -q -e '<--' out || fail 'the differing lane is not marked'
grep -q $'\033' out && fail 'colour, and no terminal'
expect 1 '"status":"mismatch"' replay wrong.json --json
# a mismatch weighs more than bad input (exit 1), and one bad file does not hide the others
timeout 600 "$program" replay missing.json wrong.json case.json >out 2>err
[ $? = 1 ] || fail 'mismatch and bad input together are not exit 1'
grep -q 'ok .*case.json' out || fail 'files after a bad one are not replayed'

# quiet: failures only, as JSON too
for format in '' --json; do
  "$program" replay --quiet $format case.json >out 2>err || fail "quiet: $(cat err)"
  grep -v '^1 replayed, 0 mismatches$' out && fail "not quiet: $(cat out)"
  expect 1 'wrong.json' replay --quiet $format case.json wrong.json
  [ "$(grep -c 'case.json' out)" = 0 ] || fail "not quiet: $(cat out)"
done
# a folder with links that go in circles, what cannot be read, and a good case after them: told, and the rest is replayed
mkdir -p loops/inner
ln -s ../../loops loops/inner/up
ln -s self.json loops/aself.json
ln -s nowhere loops/dangling.json
mkfifo loops/pipe.json
cp case.json loops/z.json
timeout 600 "$program" replay loops >out 2>err
[ $? = 2 ] || fail "loops: exit $?"
grep -q 'ok .*loops/z.json' out && grep -q '^1 replayed, 0 mismatches' out || fail "loops: $(cat out)"
for name in inner/up aself.json dangling.json pipe.json; do
  grep -q "^loops/$name: file: " err || fail "loops: $name is not told: $(cat err)"
done
[ "$(wc -l <err)" = 4 ] || fail "loops: $(cat err)"

# fuzz: the same seed, the same result; a number of runs
expect 0 '2000 runs, no mismatch' fuzz --runs 2000 --seed 3
expect 0 '"mismatches":0' fuzz --runs 100 --instruction shfl --json

# list and rules
expect 0 'ATOMS.CAST.SPIN.U64' list
expect 0 '"instruction":"SHFL"' list shfl --json
expect 0 'SHFL-4' rules SHFL-4
expect 0 '"rule":"ATOMS-10"' rules ATOMS-10 --json
expect 0 '"rule":"ATOMS-10"' rules atoms-10 --json
expect 2 'no rule' rules FOO
expect 2 'corpus' rules --corpus "$work/no-corpus"
mkdir bare

# no message leaks a path of a library's source, wherever JSON comes from
for text in '{' '{}' '[]' '{"name":7}' 'null' '{"name":"x","rules":3}' '{"version":1,"instruction":7}' $'"\xff"' \
  '{"name":"x","theorem":"y","rules":["a"],"verdict":"PROVED","expected":"PROVED","seconds":"a"}'; do
  for file in bad.json observations.jsonl; do
    printf '%s\n' "$text" >$file
    expect 2 "^$file:[12]: " replay $file
    expect 2 "^$file:1: results: " verify --theorem shfl/source --resume $file
  done
  "$program" linearize bad.json >out 2>err
  grep -q '^bad.json:1: [a-zA-Z0-9-]*: ' err || fail "linearize: $(cat err)"
  grep -q '/usr/' err && fail "linearize: $(cat err)"
done
done_testing
