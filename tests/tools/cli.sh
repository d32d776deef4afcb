#!/usr/bin/env bash
# Exit codes and messages of `warplaw`: 0 as expected, 1 mismatch, 2 bad usage or input with one clear line, nothing partial, nothing written over.
set -u
program=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }

# expect CODE PATTERN ARGUMENTS..: exit code, and a pattern in what is printed (both streams)
expect() {
  local code=$1 pattern=$2 got
  shift 2
  timeout 60 "$program" "$@" >out 2>err </dev/null
  got=$?
  [ "$got" = "$code" ] || fail "exit $got, not $code: $*"
  grep -qE -e "$pattern" out err || fail "no '$pattern' in: $* -> $(head -c 300 out err)"
  if [ "$code" = 2 ]; then
    [ "$(wc -l <err)" = 1 ] || fail "not one line on stderr: $* -> $(head -c 300 err)"
    [ "$(wc -c <err)" -le 1200 ] || fail "a very long line: $*"
  fi
}

# help, with examples, everywhere
expect 0 'Examples' --help
for command in verify exec fuzz replay minimize list rules bench; do expect 0 'Examples' "$command" --help; done

# usage
expect 2 'warplaw: .*subcommand' 
expect 2 'warplaw: ' frobnicate
expect 2 'warplaw: ' exec
expect 2 'warplaw: ' list --frobnicate
expect 2 'no instruction is called LDG' list LDG
expect 2 'no path sse' exec 'SHFL.IDX P0, R0, R1, 0, 31' --path sse
expect 2 'no instruction is called' fuzz --instruction LDG --runs 1
expect 2 'warplaw: ' fuzz --runs -5

# exec
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane
expect 0 '"version"' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane --json
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' --path portable
expect 2 'FOO' exec 'FOO R0, R1'
expect 2 'ATOMS-1' exec 'ATOMS.INC.S32 R0, [R1], R2'
expect 2 'MACH-3' exec 'ATOMS.EXCH.U64 R0, [R1], R3'
expect 2 'ATOMS-3' exec 'ATOMS.ADD R0, [R1 + 0x1000000], R2'
expect 2 'ATOMS-8' exec 'ATOMS.CAST.SPIN.U32 R0, [R4 + 0x18], R4, R6'
expect 2 'ATOMS-11' exec 'ATOMS.ADD R0, [R1], R2' --shader pixel
expect 2 'SHFL-9' exec 'SHFL.IDX P0, R0, R1, 32, 31'
expect 2 'not understood' exec 'SHFL.IDX P0, R0, R1, 0, 31' -r R300=1
expect 2 'not understood' exec 'SHFL.IDX P0, R0, R1, 0, 31' -r R1=1,2
expect 2 'not understood' exec 'ATOMS.ADD R0, [R1], R2' --shared 4 -m 4=1
expect 2 'case file' exec "$root/corpus/seeds/shfl-up.json" -r R1=1

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
expect 0 ' 0 mismatches' replay "$root/corpus"
expect 0 '"status":"ok"' replay case.json --json
expect 2 'warplaw: .*missing.json' replay missing.json
sed 's/"version": 1/"version": 99/' kept.json >version.json
expect 2 'version' replay version.json
sed 's/"version"/"frobnicate": 1, "version"/' kept.json >unknown.json
expect 2 'frobnicate' replay unknown.json
head -c 150 kept.json >truncated.json
expect 2 'truncated.json|case-format' replay truncated.json
head -c 65536 /dev/urandom >junk.json
expect 2 'warplaw: ' replay junk.json
head -c 2097152 /dev/zero | tr '\0' 'x' >long.json
expect 2 'warplaw: ' replay long.json
: >empty.json
expect 2 'warplaw: ' replay empty.json
mkdir nothing
expect 2 'nothing to replay' replay nothing
expect 2 'warplaw: ' exec "$(head -c 100000 /dev/zero | tr '\0' 'x')"
# a wrong expected value is a mismatch, shown as a table with the lane marked
sed '/"expected"/,$ s/"5": "0x[0-9a-f]*"/"5": "0x63"/' kept.json >wrong.json
expect 1 'MISMATCH.*R0 lane 5' replay wrong.json
grep -q -e '<--' out || fail 'the differing lane is not marked'
grep -q $'\033' out && fail 'colour, and no terminal'
expect 1 '"status":"mismatch"' replay wrong.json --json
# a mismatch weighs more than bad input (exit 1), and one bad file does not hide the others
timeout 60 "$program" replay missing.json wrong.json case.json >out 2>err
[ $? = 1 ] || fail 'mismatch and bad input together are not exit 1'
grep -q 'ok .*case.json' out || fail 'files after a bad one are not replayed'

# minimize
expect 2 'nothing to minimise' minimize case.json
[ -e case.min.json ] && fail 'minimize left a file'
expect 2 'warplaw: .*missing.json' minimize missing.json
expect 2 'no planted bug' minimize case.json --plant frobnicate
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, R2, R3' -r R1=lane*7 -r R2=lane -r R3=lane*3 -o big.json
expect 0 'warplaw replay small.json' minimize big.json --plant shfl-up-min-lane -o small.json
expect 0 'ok' replay small.json
expect 2 'exists' minimize big.json --plant shfl-up-min-lane -o small.json
expect 0 'smaller.json' minimize small.json --plant shfl-up-min-lane -o smaller.json
cmp -s small.json smaller.json || { tail -n +1 small.json smaller.json; fail 'minimising twice is not idempotent'; }

# fuzz: the same seed, the same result; a number of runs
expect 0 '2000 runs, no mismatch' fuzz --runs 2000 --seed 3
expect 0 '"mismatches":0' fuzz --runs 100 --instruction shfl --json

# list and rules
expect 0 'ATOMS.CAST.SPIN.U64' list
expect 0 '"instruction":"SHFL"' list shfl --json
expect 0 'SHFL-4' rules SHFL-4
expect 0 '"rule":"ATOMS-10"' rules ATOMS-10 --json
expect 2 'no rule' rules FOO
expect 2 'corpus' rules --corpus "$work/no-corpus"
mkdir bare
expect 0 ' 0 without anything' rules --check

# output that cannot be written
if [ -e /dev/full ]; then
  "$program" list >/dev/full 2>err
  [ $? = 2 ] || fail 'a full disk is not noticed'
fi

[ "$failures" = 0 ] && echo "all as expected"
exit $((failures != 0))
