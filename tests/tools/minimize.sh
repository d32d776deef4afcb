#!/usr/bin/env bash
# `warplaw minimize`: who may judge, what the smaller case still shows, and README's counterexample is what it makes.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
mkdir tmp
export TMPDIR="$work/tmp"
up="$root/corpus/seeds/shfl-up.json"

expect 2 'nothing to minimise' minimize "$up"
[ -e "$root/corpus/seeds/shfl-up.min.json" ] && fail 'minimize left a file'
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' -r R1=lane -o agreed.json
expect 2 'agree on it: there is nothing to minimise' minimize agreed.json
[ -e agreed.min.json ] && fail 'minimize left a file'
expect 2 '^missing.json: file' minimize missing.json
expect 2 'no planted bug' minimize agreed.json --plant frobnicate
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, R2, R3' -r R1=lane*7 -r R2=lane -r R3=lane*3 -o big.json
expect 0 'warplaw replay small.json' minimize big.json --plant shfl-up-min-lane -o small.json
grep -q 'shfl-up-min-lane gives another' out || fail "not said what is still so: $(cat out)"
grep -q 'expected: the encoding; got: the planted bug' out && grep -qE -e 'expected +got' out && grep -q -e '<--' out || fail "not shown: $(cat out)"
expect 0 'ok' replay small.json
expect 2 'exists' minimize big.json --plant shfl-up-min-lane -o small.json
expect 0 'smaller.json' minimize small.json --plant shfl-up-min-lane -o smaller.json
cmp -s small.json smaller.json || { tail -n +1 small.json smaller.json; fail 'minimising twice is not idempotent'; }
# what cannot be judged is not called agreement
expect 0 'R0' exec 'ATOMS.ADD R0, [R1], R2' -r R2=1 --shared 516 -o large.json
for bug in $("$program" minimize --help | sed -n 's/^  \(atoms-[^ ]*\) .*/\1/p'); do
  expect 2 'cannot be judged with 516 bytes' minimize large.json --plant "$bug"
done

# README's emulator: it compares UP's source lane with the segment's first lane. Its outcome on some case, as expected values
expect 0 'R0' exec 'SHFL.UP P0, R0, R1, 0, 0x3' -r R1=lane*5+3 -o emulator.json
sed -zi 's/"P0": {[^}]*}/"P0": {"all": 1}/' emulator.json
expect 1 'MISMATCH.*P0 lane 0: expected 1, got 0' replay emulator.json
expect 0 'expected 1, got 0' minimize emulator.json -o minimal.json
expect 0 'expected 1, got 0' minimize minimal.json -o twice.json
cmp -s minimal.json twice.json || fail 'minimising twice is not idempotent'
mv minimal.json emulator.json
"$program" replay emulator.json >out 2>err
[ $? = 1 ] || fail 'the smaller case does not fail'
diff emulator.json "$root/examples/wrong/emulator.json" || fail "README's counterexample is not what the minimiser makes"
expect 0 '"failure":"P0 lane 0: expected 1, got 0"' minimize emulator.json -o json.json --json

# expectations of other kinds: a register, an error, memory; nothing is executed away, the place and the values stay
differs() { # NAME WHAT SED: an expected value changed
  sed "$3" good.json >"$1.json"
  cmp -s good.json "$1.json" && fail "$1: nothing was changed: $(cat good.json)"
  expect 0 "$2" minimize "$1.json" -o "$1.min.json"
  expect 1 "MISMATCH.*$2" replay "$1.min.json"
  [ "$(wc -c <"$1.min.json")" -lt "$(wc -c <good.json)" ] || fail "$1: not smaller"
  grep -q '<--' out || fail "$1: not shown"
}
expect 0 'R0' exec 'ATOMS.ADD R0, [R1], R2' -r R1=0 -r R2=lane+1 --shared 64 -m 0=100 -o good.json
differs register 'R0 lane 5: expected 0x63, got 0x73' '/"expected"/,$ s/"5": "0x[0-9a-f]*"/"5": "0x63"/'
differs memory 'memory \[0x0\]: expected 0x7, got 0x274' '/"expected"/,$ s/"0x0": "0x274"/"0x0": "0x7"/'

# any command as the judge: 1 fails, 0 does not, anything else is no answer
cat >judge <<'J'
#!/bin/sh
# SHFL.UP with lanes 3 and 5 on is "wrong"
grep -q 'SHFL.UP' "$1" || exit 0
lanes=$(sed -n 's/.*"active": "\(0x[0-9a-f]*\)".*/\1/p' "$1")
[ $((${lanes:-0xffffffff} & 0x28)) = 40 ] || exit 0
exit 1
J
chmod +x judge
expect 0 'the command ends with 1' minimize "$up" --oracle ./judge -o judged.json
grep -q '"active": "0x28"' judged.json || fail "not minimal: $(cat judged.json)"
expect 0 'ok' replay judged.json
expect 2 'ends with 0 on it: there is nothing' minimize "$up" --oracle true -o no.json
expect 2 'ends with 5' minimize "$up" --oracle 'exit 5;' -o no.json
expect 2 'ends with 127' minimize "$up" --oracle no-such-command -o no.json
[ -e no.json ] && fail 'minimize left a file'

# a command that changes its mind on one case, after so many answers: said, and the best so far is kept
# (a case of activemask: one of SHFL.UP has 2,400 smaller ones left after 25)
sed -i 's/SHFL.UP/activemask/; s/0x28/0x101/; s/= 40/= 257/' judge
up="$root/corpus/seeds/activemask-some.json"
for turns in 1 2 3 7 25; do
  rm -f count racy.json
  cat >racy <<R
#!/bin/sh
count=0
[ ! -e count ] || read count <count
count=\$((count + 1))
echo \$count >count
[ \$count -le $turns ] || exit 0 # right, from now on
exec ./judge "\$1"
R
  chmod +x racy
  "$program" minimize "$up" --oracle ./racy -o racy.json >out 2>err
  [ $? = 3 ] || fail "a racy command after $turns: exit $?: $(cat err)"
  grep -q 'the command answered 1, then 0, on the same case: racy.json is the best so far' err || fail "racy after $turns: $(cat err)"
  ./judge racy.json && fail "racy after $turns: what is kept does not fail"
done
# what the judge looks at is not taken from it: the comment, too
python3 - "$up" >said.json <<'SAY'
import json, sys
case = json.load(open(sys.argv[1]))
case["comment"] = "keep me"
print(json.dumps(case))
SAY
expect 0 'the command ends with 1' minimize said.json --oracle '! grep -q "keep me"' -o kept.json
grep -q 'keep me' kept.json || fail 'the comment is gone'
# Ctrl-C at any moment, the first question included: no answer of the command that it ended counts
for wait in 0 0.15 0.3 1; do
  rm -f late.json
  interrupted INT sh $wait minimize "$up" --oracle 'sleep 0.1; ./judge' -o late.json
  code=$?
  [ $code = 3 ] && grep -q interrupted err || fail "Ctrl-C after $wait s: exit $code: $(cat err)"
  [ ! -e late.json ] || ! ./judge late.json || fail "Ctrl-C after $wait s: what is kept does not fail"
done
[ -z "$(ls tmp)" ] || fail 'a temporary folder was left'
done_testing
