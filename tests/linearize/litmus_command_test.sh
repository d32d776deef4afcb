#!/usr/bin/env bash
# `warplaw litmus`: what it answers, with which exit code, and that each example answers as it says.
set -u
program=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() {
  echo "$1" >&2
  exit 1
}
# answers CODE TEXT OPTION..: the exit code, and each line of `wanted` in the output
answers() {
  local code=$1 text=$2
  shift 2
  printf '%s\n' "$text" >test.litmus
  "$program" litmus test.litmus "$@" >out 2>err
  local got=$?
  [ "$got" = "$code" ] || fail "exit code $got instead of $code: $text $(cat out err)"
  while IFS= read -r line; do
    [ -z "$line" ] || grep -qxF -- "$line" out err || fail "no line '$line': $text $(cat out err)"
  done
}

stale='thread sm0: RED.ADD [x], 1; LD R1, [x]
thread sm0: LD R2, [x]'
answers 0 "$stale" <<'END'
allowed    R1=0 R2=0 [x]=1
             thread 0: RED.ADD.U32 [x], 1 discards the line; thread 1: LD [x] gives 0, and L1 keeps the line; thread 0: RED.ADD.U32 [x], 1 is performed; thread 0: LD [x] hits L1, gives 0
allowed    R1=1 R2=0 [x]=1
allowed    R1=1 R2=1 [x]=1
forbidden  R1=0 R2=1 [x]=1
END
answers 0 "$stale" --one-step <<'END'
allowed    R1=1 R2=0 [x]=1
allowed    R1=1 R2=1 [x]=1
END
grep -q 'R1=0' out && fail "stale in one step: $(cat out)"
answers 0 "$stale
allowed R1=0
forbidden R1=0 R2=1
ask R1=7" --quiet <<'END'
line 3: R1=0: allowed, as said
line 4: R1=0 R2=1: forbidden, as said
line 5: R1=7: forbidden
END
answers 1 "$stale
allowed R1=0" --one-step --quiet <<'END'
line 3: R1=0: forbidden, but the test says allowed
END
answers 1 "$stale
forbidden R1=0" --quiet <<'END'
line 3: R1=0: allowed, but the test says forbidden
END
# what was not searched is not forbidden
answers 3 "$stale" --states 3 <<'END'
Other outcomes are unknown: more than 3 states.
END
answers 3 "$stale
forbidden R1=0" --quiet --states 3 <<'END'
line 3: R1=0: unknown
END
answers 0 "$stale" --json <<<''
grep -q '"answer":"forbidden"' out && grep -q '"complete":true' out || fail "JSON: $(cat out)"
answers 2 "$stale
ask R3=1" <<'END'
test.litmus:3: syntax: there is no register 'R3' at byte 66; accepted: one that a thread names
END
answers 2 "thread sm0: LD" <<<''
"$program" litmus nowhere >out 2>err
[ $? = 2 ] || fail "a file that is not there: $(cat err)"
"$program" litmus - <test.litmus >out 2>err
[ $? = 2 ] || fail "standard input: $(cat err)"

for example in "$source"/examples/*.litmus; do
  grep -q '^allowed\|^forbidden' "$example" || fail "$example says nothing"
  "$program" litmus "$example" >out 2>err || fail "$example: $(cat out err)"
done
