#!/usr/bin/env bash
# `warplaw exec`: several case files, standard input, JSON lines, and the state written on the command line.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
shfl='SHFL.IDX P0, R0, R1, 0, 31'
up='SHFL.UP P0, R0, R1, 1, 0'
seeds=("$root"/corpus/seeds/*.json)

# several files, one JSON line each, which can be read again and replayed
expect 0 '"version"' exec "${seeds[@]}" --json
[ "$(wc -l <out)" = ${#seeds[@]} ] || fail "not a line a case: $(wc -l <out)"
cp out lines
"$program" exec - --json <lines >again || fail 'the lines are not read'
cmp -s lines again || fail 'read again, they are others'
for file in lines.jsonl lines.json lines-called-otherwise; do # a file of lines is read as standard input is
  cp lines "$file"
  "$program" exec "./$file" --json >again || fail "$file is not read"
  cmp -s lines again || fail "$file: read, they are others"
done
"$program" exec lines.jsonl lines.json "${seeds[0]}" --json >again && [ "$(wc -l <again)" = $((2 * ${#seeds[@]} + 1)) ] || fail 'files of lines beside others'
expect 2 'for one case' exec lines.jsonl -o out.json
[ ! -e out.json ] || fail 'one of several cases was written'
expect 2 '^nowhere.jsonl: file: ' exec nowhere.jsonl
head -1 lines >one.jsonl
expect 0 'executing lanes' exec one.jsonl -o out.json
rm out.json
head -1 lines >one.json
expect 0 '1 replayed, 0 mismatches' replay one.json
"$program" exec - <"${seeds[0]}" >out || fail 'a case on standard input'
grep -q 'executing lanes' out || fail "standard input: $(head -3 out)"
sed '2s/"version"/"frobnicate":1,"version"/' lines >bad
"$program" exec - --json <bad >out 2>err
[ $? = 2 ] && [ "$(wc -l <out)" = ${#seeds[@]} ] || fail 'one bad line hides others'
grep -q '^-:2: case-format' err || fail "a bad line's place: $(cat err)"
"$program" exec bad --json >out 2>err
[ $? = 2 ] && [ "$(wc -l <out)" = ${#seeds[@]} ] || fail 'one bad line of a file hides others'
grep -q '^bad:2: case-format' err || fail "a bad line's place: $(cat err)"
printf '\n\n{' | cat - "${seeds[0]}" >broken.json
expect 2 '^broken.json:3: case-format' exec broken.json
"$program" exec "${seeds[0]}" broken.json "${seeds[1]}" >out 2>err
[ $? = 2 ] && grep -q "^${seeds[1]}: " out || fail 'a bad file hides those after it'
expect 2 'stands alone' exec "$up" "$shfl"
expect 2 'its own state' exec "${seeds[0]}" -r R1=1
expect 2 'for one case' exec "${seeds[0]}" "${seeds[1]}" -o out.json

# values by lane
is() { # VALUE LANE WORD: what R1 holds, as every lane reads its own
  "$program" exec 'SHFL.BFLY P0, R0, R1, 0, 31' -r "R1=$1" --json >out || fail "R1=$1: not accepted"
  grep -q "\"R1\":{[^}]*\"$2\":\"$3\"" out || fail "R1=$1: lane $2 is not $3: $(cat out)"
}
is lane+2 7 0x9
is 'lane*4-1' 7 0x1b
is 'lane*-1+0x10' 17 0xffffffff
is lane-1 0 0xffffffff
is 3:5,7:0x10 7 0x10
is 3:5,7:0x10 3 0x5
is all:1,3:5 3 0x5
is all:1,3:5 all 0x1
for value in lane+ lane* lane*4+-1 laneX lane4 3: :5 32:1 3:5,3:6 all:1,all:2 1,2 010 0X1F 4294967296 -2147483649 1.5 nan ''; do
  expect 2 'usage: --reg' exec "$up" -r "R1=$value"
done
expect 2 'usage: --reg' exec "$up" -r R255=1
expect 2 'usage: --reg' exec "$up" -r R01=1
expect 2 'given twice' exec "$up" -r R1=1 -r R1=1
expect 2 'given twice' exec "$up" -p P1=1 -p P1=2
expect 2 'given twice' exec 'ATOMS.ADD R0, [R1], R2' --shared 8 -m 4=1 -m 0x4=2
expect 2 'usage: --mem' exec 'ATOMS.ADD R0, [R1], R2' --shared 4 -m 4=1

# choices: by name, values as of registers, legality by rule; given as in a case file, with what that means for others
reversed=$(seq -s, 31 -1 0)
expect 0 '"order":\[31,30,' exec 'ATOMS.ADD R0, [R1], R2' --shared 4 -r R2=1 -c order="$reversed" --json
grep -q '"R0":{[^}]*"0":"0x1f"' out || fail "the order was not used: $(cat out)"
expect 0 '"inactive":{"all":"0x7"}' exec "$up" -a 0xfffffffe -c inactive=7 --json
expect 0 '"impliedSwap":true' exec 'ATOMS.CAS R0, [R1], R2, RZ' --shared 4 -c impliedSwap=true --json
expect 0 '"bank64"' exec 'ATOMS.CAST.SPIN.U64 R0, [R1], R4, R6' --shared 8 -c bank64=3 --json
grep -q '"bank64IsDefault":true' out && fail "bank64 was given and is not meant: $(cat out)"
expect 2 'ATOMS-5|case-format' exec 'ATOMS.ADD R0, [R1], R2' --shared 4 -c order=0
expect 2 'usage: --choice' exec "$up" -c frobnicate=1
expect 2 'usage: --choice' exec "$up" -c inactive=x
expect 2 'given twice' exec "$up" -c inactive=1 -c inactive=2

# calls of CUDA's functions, a mnemonic alone, registers of PTX by their names
expect 0 '^shfl\.sync\.down\.b32 %r0, %r1, 16, 0x181f, 0xffffffff;$' exec '__shfl_down_sync(0xffffffff, R1, 16, 8)' -r R1=lane
expect 0 '^  0 +0x0 .* 0x4$' exec 'R5 = __shfl_down_sync(0xffffffff, R1, 4, 8)' -r R1=lane
expect 2 'CSHFL-1: .*accepted: 1, 2, 4, 8, 16 or 32$' exec '__shfl_sync(0xffffffff, R1, 1, 3)'
expect 2 'no function is called `__frob`' exec '__frob(1)'
expect 0 '^    SHFL\.UP ' exec shfl
expect 0 '^    shfl\.sync\.up\.b32 ' exec SHFL.SYNC
expect 0 '^  is vote\.sync\.ballot' exec __ballot_sync
names='shfl.sync.idx.b32 %r300|%p40, %f2, 3, 31, -1'
expect 0 '^%r300 is R254, %p40 is P6, %f2 is R253$' exec "$names" -r %f2=lane+7
grep -qE '^  0-31 .* 0xa ' out || grep -qE '^  0 .* 0xa ' out || fail "%f2 is not read: $(cat out)"
expect 0 '"R254":{"all":"0xa"}' exec "$names" -r %f2=lane+7 --json
grep -q '^%' out && fail 'names stand in JSON'
expect 0 '"R0":{"all":"0xffffffff"}' exec 'match.any.sync.b64 %r0, %rd1, -1' -r R2=5 -r %rd1.hi=6 --json
grep -q '"R3":{"all":"0x6"}' out || fail "%rd1 is R2 and R3 where nothing else is: $(cat out)"
expect 0 '^%rd1 is R252 and R253$' exec 'match.any.sync.b64 %r2, %rd1, -1'
expect 2 '`%rd300` is no 32-bit register' exec 'redux.sync.add.u32 %r1, %rd300, 1'
# names by first use, in the state, too; the lane keeps its name
expect 0 '^sum is R254, ok is P6, val is R253$' exec 'shfl.sync.idx.b32 sum|ok, val, 3, 31, -1' -r val=lane+7
grep -qE '^  0 +0x7 .* 0xa ' out || fail "val is not read: $(cat out)"
expect 0 '^lane is R254$' exec 'redux.sync.add.u32 %r1, lane, -1' -r lane=lane*2
expect 0 '0x3e0' exec 'redux.sync.add.u32 %r1, lane, -1' -r lane=lane*2
expect 2 'usage: --reg sum=1 .*a name of PTX' exec "$up" -r sum=1
expect 2 'usage: --pred ok=1 .*a name of PTX' exec "$up" -p ok=1
# a mnemonic with modifiers, and no operand
while read -r name seen; do
  for use in exec run list; do
    expect 0 "^    $seen" $use $name
  done
done <<'NAMES'
shfl.idx.b32 shfl\.idx\.b32 .*SHFL\.IDX PT, R0, R1
shfl.up.b32 shfl\.up\.b32 .*SHFL\.UP
vote.ballot.b32 vote\.ballot\.b32 .*VOTE\.ANY R0, PT, P1
Vote.All.Pred vote\.all\.pred .*VOTE\.ALL RZ, P0, P1
red.shared.add.u32 red\.shared\.add\.u32 .*ATOMS\.ADD\.U32 RZ
bar.red bar\.red\.or\.pred .*B2R\.RESULT
bar.red.popc.u32 bar\.red\.popc\.u32 .*BAR\.RED\.POPC .* B2R\.RESULT R0
atom atom\.shared\.cas\.b64 .*ATOMS\.CAS\.U64
barrier.sync barrier\.sync\.aligned .*BAR\.SYNC
pmevent pmevent .*PMTRIG
VADD.UD.U8.S16 VADD\.UD\.U8\.S16 .*VADD\.U32\.U32\.S32 R0, R1\.B0, R2\.H0
vmnmx.mx VMNMX\.MX .*VMAX
NOP.TRIG NOP\.TRIG .*PMTRIG
SHFL.UP SHFL\.UP .*SHFL\.UP P0
vadd.u32.u32.u32.sat VADD\.U32\.U32\.U32\.SAT .*VADD
shfl.sync.bfly shfl\.sync\.bfly\.b32 .*%r0\|%p0
vote.sync.ballot vote\.sync\.ballot\.b32 .*%r0
redux.sync.add redux\.sync\.add\.s32 .*%r0
match.all match\.all\.sync\.b64 .*%rd
NAMES
expect 2 'no instruction is called shufl; the nearest name is SHFL; accepted' list shufl
expect 0 '^lop3\.T$' exec lop3
# a name that nobody has, alone or before operands: the nearest
while read -r near text; do
  expect 2 "; the nearest name is $near( at byte 5)?; accepted: " exec "$text"
done <<'NEAR'
SHFL SHLF
SHFL SHLF P0, R0, R1, 1, 0
SHFL.UP @!P0 SHLF.UP P0, R0, R1, 1, 0
__shfl_down_sync __shfl_donw_sync(0xffffffff, R1, 16)
__shfl_down_sync R5 = __shfl_donw_sync(0xffffffff, R1, 16)
NEAR
expect 2 'no instruction is called __shfl_donw_sync; the nearest name is __shfl_down_sync; accepted' list __shfl_donw_sync
# an operand in constant memory is named whole, wherever it stands
while read -r rule text; do
  expect 2 "$rule: .* .c\\[0x0\\]\\[0x140\\]., of constant memory, which is not here, is " exec "$text"
done <<'CONSTANTS'
SHFL-9 SHFL.UP P0, R0, R1, c[0x0][0x140], 0
MACH-3 SHFL.UP P0, R0, c[0x0][0x140], 1, 0
syntax IADD R0, R1, -c[0x0][0x140]
CONSTANTS
# in either case: text and state
expect 0 '^@!P1 SHFL\.UP P0, R0, R1, 1, 0;$' exec '@!p1 shfl.up p0, r0, r1, 1, 0' -r r1=lane -p p1=1
# two instructions that PTX writes as one
expect 0 'BAR\.RED\.POPC 0, P1;' exec 'bar.red.popc.u32 %r9, 0, %p1' -p P1=0xff
expect 0 '"R9":{"all":"0x8"}' exec 'bar.red.popc.u32 %r9, 0, %p1' -p P1=0xff --json
# barrier and count in registers
expect 0 '^BAR\.SYNC R1, R2;$' exec 'bar.sync %r1, %r2' -r R1=3 -r R2=64
expect 0 '"waiting":\{"3":"0x1"\}' exec 'BAR.SYNC R1, R2' -r R1=3 -r R2=64 --json
expect 0 '"errors":\{"4":"barrier-misuse","5":"barrier-misuse"\}' exec 'BAR.SYNC R1' -r R1=16 --active 0x30 --json
# of which GPU a text is
expect 2 'MACH-3' exec 'CS2R R9, SR_CLOCKLO'
expect 0 '^CS2R\.32 R9, SR_CLOCKLO;$' exec 'CS2R R9, SR_CLOCKLO' --target sm_52
expect 2 'MACH-3' exec 'CS2R R9, SR_CLOCKLO' --target sm_70
expect 0 '^CS2R\.32 R9, SR_CLOCKLO;$' exec 'CS2R R9, SR_CLOCKLO' --target SM_52
expect 2 'MACH-3' exec 'CS2R R9, SR_CLOCKLO' --target sm_90a
for none in sm_49x sm_ 52 sm_0x32 sm_052 sm_1 'sm_50 ' sm_50ab; do
  expect 2 'is no target; accepted: sm_50, sm_90a' exec 'CS2R R9, SR_CLOCKLO' --target "$none"
done

# a text of several targets is read as each of its parts is; a name that is no target is reported at its place
printf '\tcode for %s\n\tFunction : k\n/*0000*/ CS2R R8, SR_CLOCKLO;\n/*0008*/ EXIT;\n' sm_52 sm_70 >targets.sass
expect 0 '^  CS2R\.32 by ' explain targets.sass
grep -q '^  CS2R by ' out || fail "the first target holds for all: $(cat out)"
for none in sm_5x sm_5 sm_abc; do
  printf '.target %s\nCS2R R8, SR_CLOCKLO\n' $none >none.wl
  expect 2 "^none\.wl:1: program: .$none. is no target.*; accepted: sm_50, sm_90a" run none.wl
  printf '.version 9.0\n.target %s\nredux.sync.add.u32 %%r1, %%r2, 1;\n' $none >none.ptx
  expect 2 "^none\.ptx:2: program: .$none. is no target.*; accepted: sm_50, sm_90a" explain none.ptx
done

# what the state names is not half of a pair that nobody gave (MACH-3)
expect 0 '^%rd1 is R252 and R253$' exec 'match.any.sync.b64 %r9, %rd1, -1' -r %r2=5 -r %r3=lane
expect 0 '"R9":{"all":"0xffffffff"}' exec 'match.any.sync.b64 %r9, %rd1, -1' -r %r2=5 -r %r3=lane --json
printf 'reg: %%r2=5\nreg: %%r3=lane\nmatch.any.sync.b64 %%r9, %%rd1, 0xffffffff;\n' >pair.wl
expect 0 '"R9":{"all":"0xffffffff"}' run pair.wl --json

# lines, however many bytes they are together; one line has a limit
one='{"version": 1, "instruction": "POPC R0, R1;", "registers": {"R1": {"3": "0x7"}}}'
{ echo "$one"; yes "$(printf '%4000s' '')" | head -c $((17 << 20)); echo; echo "$one"; } | "$program" exec - >out 2>err || fail "more than 16 MiB of lines: $(head -c 300 err)"
[ "$(grep -c '^POPC R0, R1;$' out)" = 2 ] || fail "not each line: $(head -c 300 out)"
# ... that end as Windows' do, with blanks behind them, and with blank lines before
printf '\n \r\n%s\r\n%s \t\r\n\r\n' "$one" "$one" >windows.jsonl
for file in windows.jsonl -; do
  "$program" exec $file <windows.jsonl >out 2>err || fail "lines of Windows: $(cat err)"
  [ "$(grep -c '^POPC R0, R1;$' out)" = 2 ] || grep -c 'POPC R0, R1;$' out | grep -qx 2 || fail "not each line: $(head -c 300 out err)"
done
printf '\n%s\r\n' "${one/, /,$'\r\n'}" >whole.json # one case over several
expect 0 '^POPC R0, R1;$' exec whole.json
{ echo "$one"; yes | tr -d '\n' | head -c $((17 << 20)); } | "$program" exec - >out 2>err
[ $? = 2 ] && grep -q '^-: file: has a line that is larger than 16777216 bytes' err || fail "a line without an end: $(head -c 300 err)"

# what is missing is said; out of range is not one's own lane
expect 2 "PTX-4: .*'%p1\|%p2' are two results at byte 12; accepted: one of them; .warplaw run FILE.ptx. takes both" \
  exec 'setp.lt.s32 %p1|%p2, %r1, %r2'
expect 2 'usage: ATOMS accesses shared memory, and none is allocated; accepted: --shared' exec 'ATOMS.ADD R0, [R1], R2'
expect 0 'out of range' exec 'ATOMS.ADD R0, [R1], R2' --shared 0
expect 0 '^  0 +0x0 +out of range ' exec "$up" -r R1=lane
expect 0 '^  0 +0x0 +own ' exec 'SHFL.BFLY P0, R0, R1, 0, 31' -r R1=lane

# where nobody says in which order the lanes come, all outcomes that are right: up to 8, else how many
while IFS='|' read -r text active right; do
  "$program" exec "$text" -r R2=lane+1 -r R3=lane*7 --shared 64 --active "$active" >out 2>&1 || fail "$text: $(cat out)"
  if [ "$right" = 1 ]; then
    grep 'right' out && fail "$text of $active: one outcome is right"
  else
    grep -qE "^  right: $right outcomes, by the order of the lanes; the first is shown above\$" out || fail "$text of $active: not $right: $(cat out)"
  fi
  "$program" exec "$text" -r R2=lane+1 -r R3=lane*7 --shared 64 --active "$active" --json >json || fail "$text: --json"
  python3 - "${right#at least }" "$right" json <<'CHECK' || fail "$text of $active: $(cat json)"
import json, sys
said = json.load(open(sys.argv[3]))
right = said.get('right', {'count': 1, 'all': True})
assert right['count'] == int(sys.argv[1]) and right['all'] == (not sys.argv[2].startswith('at least'))
assert len(right.get('outcomes', [])) == (right['count'] if 1 < right['count'] <= 8 else 0)
assert not right.get('outcomes') or right['outcomes'][0] == said['expected']
CHECK
  "$program" exec json --json | cmp -s - json || fail "$text: what --json says is not read again"
  "$program" exec "$text" --shared 64 --active "$active" -c order="$(seq -s, 31 -1 0)" | grep right && fail "$text: the order is said"
done <<'ROWS'
ATOMS.ADD R0, [R1], R2|0x1|1
ATOMS.ADD R0, [R1], R2|0x3|2
ATOMS.ADD R0, [R1], R2|0x7|6
ATOMS.ADD R0, [R1], R2|0xf|24
ATOMS.ADD R0, [R1], R2|0xffffffff|at least 720
ATOMS.EXCH R0, [R1], R2|0x3|2
ATOMS.MAX.U32 R0, [R1], R2|0x3|2
ATOMS.CAST.SPIN R0, [R1], R2, R3|0x1|1
ROWS
# RED returns nothing: of sums one is right, of counters with limits of their own several
while IFS='|' read -r text right; do
  ends=$(seq -s, -f '"%g": 8' 0 7)
  echo '{"version": 1, "instruction": "'"$text"'", "active": "0x3", "registers": {"R1": {"all": "0x100"}, "R2": {"1": "0x1"}},
    "generic": {"allocated": 8}, "regions": {"baseLow": {"0": "0x100"}, "end": {'"$ends"'}}}' >case.json
  "$program" exec case.json >out 2>&1 || fail "$text: $(cat out)"
  [ "$(grep -c '^  right: 2 outcomes' out)" = "$right" ] || fail "$text: $(cat out)"
done <<'ROWS'
RED.ADD.U32 [R1], R2;|0
RED.MIN.S32 [R1], R2;|0
RED.INC.U32 [R1], R2;|1
ROWS

# text is as docs/case_format.md says: no 0X, no sign where the range has no negative values, any bytes in comments
expect 2 'syntax: .*0X1F' exec 'SHFL.UP P0, R0, R1, 0X1F, 0'
expect 2 'syntax: .*sign' exec 'SHFL.UP P0, R0, R1, -0, 0'
expect 2 'syntax: .*sign' exec 'ATOMS.ADD R0, [-0], R2' --shared 4
expect 0 '\[R1\]' exec 'ATOMS.ADD R0, [R1 - 0], R2' --shared 4
expect 0 'R0' exec $'SHFL.UP P0, R0, R1, 1, 0 // \xff\xfe'
printf '{"version":1,"instruction":"SHFL.UP P0, R0, R1, 1, 0 // \xff"}' >latin.json
expect 2 '^latin.json:1: case-format' exec latin.json

# operations of one thread: what they give is in operations_test.cpp
expect 0 '0-31  0x12345678  0x67' exec 'bfe.u32 %r1, %r2, 4, 8' -r %r2=0x12345678
expect 0 '"written":{"%r1":{"all":"0x67"}}' exec 'bfe.u32 %r1, %r2, 4, 8' -r %r2=0x12345678 --json
expect 0 'any in %r1 of lane 0: a division by 0' exec 'div.s32 %r1, %r2, %r3' -r %r3=lane
expect 1 'any in %r1' exec 'div.s32 %r1, %r2, %r3' -r %r3=lane --strict
expect 0 'executing lanes: 4-7' exec '@%p1 add.f32 %f1, %f2, 0.5' -p %p1=0xf0
expect 2 'PTX-5: add.cc.u32 .*warplaw run FILE.ptx' exec 'add.cc.u32 %r1, %r2, %r3'
expect 2 'no memory' exec 'add.s32 %r1, %r2, 7' --shared 64
expect 2 'no case file' exec 'add.s32 %r1, %r2, 7' -o out.json
done_testing
