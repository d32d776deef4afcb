#!/usr/bin/env bash
# `warplaw explain FORM`: syntax, rules, an example that is executed now, theorems with the verdicts of the last run; every form of `warplaw list`.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$program" explain SHFL.UP >out 2>err || fail "SHFL.UP: $(cat err)"
for seen in '^  SHFL.UP P0, R0, R1, R2, R3$' 'mode +\.IDX, \.UP, \.DOWN or \.BFLY +\[SHFL-9\]' 'Sb +read: a register or 5 bits +\[SHFL-9\]' 'Pu +written' 'inactive +\[SHFL-7\]' \
  '^  SHFL-4 +UP reads lane i - b, in range down to maxLane .*\[a published claim about it is false\]' 'executing lanes' 'reads lane' \
  '^  shfl/portable ' '^    not run$' '^  not run: .*`warplaw verify SHFL`'; do
  grep -qE "$seen" out || fail "SHFL.UP: no '$seen': $(cat out)"
done
grep -qE 'PROVED|proved,' out && fail "a verdict of a run that was not: $(grep -E 'PROVED|proved,' out)"
# the example is what `exec` makes of the same case
seed=$(sed -nE 's/^  \((seeds\/shfl.*\.json)\)$/\1/p' out)
[ -n "$seed" ] || fail "no seed of the corpus: $(cat out)"
"$program" exec "$root/corpus/$seed" | sed '1s/^/  /' >table
sed -n '/^  (seeds/,/^$/p' out | sed '1d;$d' | cmp -s - table || fail "not what is executed: $(cat table out)"
# ... and not a stored text: with another seed it is another; without one of that form, one of the instruction gets its modifiers
cp -r "$root/corpus" corpus
grep -l 'SHFL\.UP' corpus/seeds/shfl-*.json | xargs rm
"$program" explain SHFL.UP --corpus corpus >other 2>&1
grep -A1 '^  (seeds/.*, with other modifiers)$' other | grep -q 'SHFL\.UP ' || fail "without seeds of the form: $(cat other)"
grep -l 'SHFL\.' corpus/seeds/*.json | xargs rm
"$program" explain SHFL.UP --corpus corpus >other 2>&1
grep -q '^  no case of this form was found$' other || fail "without seeds: $(cat other)"

# verdicts: of the run that was, of the theorems that it had, of this program; a verdict that is not as expected is seen
"$program" verify --theorem shfl/source --theorem sel/laws >run.txt 2>&1 || fail "verify: $(cat run.txt)"
"$program" explain SHFL.UP >out 2>err
grep -A1 '^  shfl/source ' out | grep -qE '^    PROVED: [0-9]+ proved, [0-9]+ refuted as expected$' || fail "shfl/source was proved: $(grep -A1 shfl/source out)"
grep -A1 '^  shfl/portable ' out | grep -q '^    not run$' || fail "shfl/portable was not run: $(grep -A1 shfl/portable out)"
kept=$(find cache -name verdicts.jsonl)
sed -i '/"theorem":"shfl\/source"/s/"verdict":"PROVED"/"verdict":"UNKNOWN"/' "$kept"
"$program" explain SHFL.UP | grep -A1 '^  shfl/source ' | grep -qE '^    UNKNOWN: .*not as expected' || fail 'what is unknown is not seen'
sed -i '1s/"program":"[0-9a-f]*"/"program":"0"/' "$kept"
"$program" explain SHFL.UP | grep -A1 '^  shfl/source ' | grep -q '^    not run$' || fail "another program's verdict counts"
"$program" verify --theorem sel/laws --results given.jsonl >run.txt 2>&1 || fail "verify: $(cat run.txt)"
"$program" explain SEL --results given.jsonl | grep -A1 '^  sel/laws ' | grep -qE '^    PROVED: ' || fail '--results is not read'

# what an operand may be: a number where the parser takes one
operand() { "$program" explain "$1" | grep -qE "^    $2 +$3" || fail "$1: $("$program" explain "$1" | grep -E "^    $2 ")"; }
operand shfl.sync.up.b32 Ra 'read  \['
operand shfl.sync.up.b32 Rb 'read: a register or 32 bits  \['
operand ATOMS.ADD.U32 Address 'read: a register or none, and an offset of 24 bits  \['
operand PMTRIG Mask 'read: 16 bits  \['

# by any name that it has, with the modifiers that were meant
same() { [ "$("$program" explain "$1" 2>&1)" = "$("$program" explain "$2" 2>&1)" ] || fail "$1 is not $2"; }
same shfl.up SHFL.UP
same 'SHFL.UP P0, R0, R1, R2, R3' SHFL.UP
expect 0 '^VSUB.S32.U32.S32.SAT$' explain vsub.s32.u32.s32.sat
grep -A1 '^  (seeds/.*, with other modifiers)$' out | grep -q 'VSUB\.S32\.U32\.S32\.SAT ' || fail "an example with its modifiers: $(cat out)"
expect 2 'warplaw: usage: no form is called SHFFL; the nearest name is SHFL.*; accepted: `warplaw list`' explain SHFFL
expect 2 'SHFL-9' explain SHFL.LEFT
# a name of PTX is not the older instruction with a modifier
expect 0 '^activemask.b32$' explain activemask
same shfl.sync.up.b32 SHFL.SYNC.UP.B32
same shfl.sync.up shfl.sync.up.b32 # what is missing has one value
# a mnemonic alone: the form of that name, or its forms, in either case, as `list` has them
for name in $("$program" list | sed -n 's/^\([^ ].*\)/\1/p' | some 4); do
  for called in "$name" "${name,,}" "${name^^}"; do
    "$program" explain "$called" >out 2>err || fail "explain $called: $(cat err)"
    "$program" list "$called" >listed 2>err || fail "list $called: $(cat err)"
    grep -q '^syntax$' out || cmp -s listed out || fail "explain $called: $(head -5 out)"
  done
done
"$program" explain vsub | grep -q '^    VADD' && fail 'VADD is not VSUB'
expect 0 '^    match.any.sync.b32 ' explain match.sync
expect 0 '^    redux.sync.add.u32 ' explain redux.sync

# as PTX and NVIDIA's assembler write it, without operands; in any case
same shfl.idx.b32 'SHFL.IDX PT, R0, R1, R2, R3'
same vote.ballot.b32 'VOTE.ANY R0, PT, P1'
expect 0 '^B2R\.RESULT' explain bar.red.popc.u32
same VADD.UD vadd.u32.s32.s32
same VMNMX.MX vmax.s32.s32.s32
same nop.trig PMTRIG
expect 0 '^    bar\.red\.and\.pred ' explain bar.red --sass
expect 2 'vote\.ballt\.b32' explain vote.ballt.b32
# a name that forms go on from, at a dot: of each name every beginning
"$program" list | awk '/forms:/ { open = 1; next } /^[^ ]/ { open = 0 } open && NF { print $1 }' | sed -E ':a;p;s/\.[^.]*$//;ta' | sort -u >all_beginnings
[ "$(wc -l <all_beginnings)" -gt 100 ] || fail "beginnings of names: $(cat all_beginnings)"
some 8 <all_beginnings >beginnings
while read -r begun; do
  "$program" list "$begun" >out 2>err || fail "list $begun: $(cat err)" # as explain and exec do (exec.sh)
done <beginnings
expect 0 '^    redux\.sync\.add\.s32 ' explain Redux.Sync.ADD
expect 2 'no form is called match\.al; ' explain match.al # not at a dot
for wrong in shfl.idx.b33 shfl.sync.upp VADD.XD vote.xx vote.all.pred.x; do # no byte that nobody typed
  "$program" explain $wrong >out 2>err
  place=$(sed -n 's/.* at byte \([0-9]*\);.*/\1/p' err)
  [ "${place:-0}" -le ${#wrong} ] || fail "explain $wrong: $(cat err)"
done

# CUDA's names: the instruction that it is, its rules, where it stands and what is falsely said of that
expect 0 '^  is shfl\.sync\.down\.b32 result, var, delta, \(32 - width\) << 8 \| 31, mask$' explain __shfl_down_sync
for seen in '^__shfl_down_sync\(mask, var, delta, width\)' '^  rules: CSHFL-1 CSHFL-3 ' '^shfl\.sync\.down\.b32$' '^idioms and pitfalls' '^    breaks: '; do
  grep -qE "$seen" out || fail "__shfl_down_sync: no '$seen': $(cat out)"
done
expect 0 '^B2R\.RESULT' explain __syncthreads_count
expect 0 '^    vote\.sync\.ballot\.b32 ' list __BALLOT_SYNC
expect 2 'no form is called __shfl_dawn_sync; the nearest name is __shfl_down_sync; accepted' explain __shfl_dawn_sync
expect 2 'no form is called frobnicate; accepted' explain frobnicate # nothing is near

# PTX's operations of one thread: by opcode, with modifiers in any order; by mnemonic its rows, as `list` has them
expect 0 '^  add\.s32 0x7fffffff, 1 = 0x80000000 \(-2147483648\)$' explain add.s32
for seen in '^  add\.s32 d, a, b$' '^    d +written: number of 32 bits with a sign$' '^  PTX-20 ' '^  ptx/add +add\.T gives what its encoding gives' '^    not run$'; do
  grep -qE "$seen" out || fail "add.s32: no '$seen': $(cat out)"
done
expect 0 '^  min\.f32 0x7fc00000 \(nan\), 0x3f800000 \(1\) = 0x3f800000 \(1\)$' explain min.f32
expect 0 '^    modifier +\.ftz, or none$' explain min.f32
grep -q 'no input is left out' out || fail "what bits decide is PROVED: $(cat out)"
expect 0 'CHECKED on boundaries' explain add.f32
same cvt.rzi.sat.ftz.s32.f32 cvt.rzi.ftz.sat.s32.f32
expect 0 '^setp' explain setp
"$program" list setp >listed && cmp -s listed out || fail "explain setp is not list setp: $(cat out)"
expect 2 'no form is called add\.s31; the nearest name is add\.s32; accepted' explain add.s31
"$program" list ptx >rows || fail 'list ptx'
"$program" list ptx --json >out || fail 'list ptx --json'
python3 - <<'CHECK' || fail 'list ptx --json: not an object for each row'
import json, subprocess
rows = [json.loads(line) for line in open('out')]
assert len({row['operation'] for row in rows}) == len(rows) > 0
assert [row['opcode'] for row in rows] == [line.rstrip('\n') for line in open('rows') if line[0] != ' ']
assert all(row['types'] and row['rules'] for row in rows)
CHECK

# NVIDIA's own text, where there is one
expect 0 '^  NVIDIA.s assembler: BAR\.RED\.POPC 0x0, P1;$' explain 'bar.red.popc.u32 %r9, 0, %p1' --sass
grep -q "^  NVIDIA's assembler: B2R.RESULT R9;$" out || fail "the second of two: $(grep assembler out)"
expect 0 '^  NVIDIA.s assembler: none: shfl.sync is PTX' explain shfl.sync.up.b32 --sass
expect 0 '^ +BAR\.ARV 0x' list bar --sass
"$program" list --sass --json >out || fail 'list --sass --json'
python3 - <<'CHECK' || fail 'list --sass --json: not a text or null for each form'
import json
for line in open('out'):
    row = json.loads(line)
    assert len(row['sass']) == len(row['forms']) and any(row['sass']) != row['instruction'].islower(), row
CHECK

# files of other people's text: a line an instruction
cat >kernel.sass <<'SASS'
	code for sm_50
		Function : kernel
	.headerflags    @"EF_CUDA_SM50 EF_CUDA_PTX_SM(EF_CUDA_SM50)"
                                                             /* 0x001fbc00fde007f6 */
        /*0008*/                   MOV R1, c[0x0][0x20];     /* 0x4c98078000870001 */
        /*0010*/         {         @!P2 VOTE.ALL P0, P1
        /*0018*/                   CS2R R9, SR_CLOCKLO  }
        /*0020*/                   BAR.ARV R4, R4.reuse;
        /*0028*/                   BAR.SYNC 0x10;
        /*0030*/                   EXIT;
SASS
expect 0 '^3 of 6 instructions are the project.s$' explain kernel.sass
for seen in '^kernel\.sass:5: MOV R1, c\[0x0\]\[0x20\]$' "^  none of the project's instructions$" '^kernel\.sass:6: @!P2 VOTE\.ALL P0, P1$' '^  VOTE\.ALL by VOTE-' \
  '^  CS2R\.32 by .*SR-3' '^  BAR\.ARRIVE by BAR-' '^  rejected: BAR-4: '; do
  grep -qE "$seen" out || fail "kernel.sass: no '$seen': $(cat out)"
done
expect 0 '^2 of 6 ' explain kernel.sass --target sm_70
expect 2 'target.*accepted: sm_50' explain kernel.sass --target maxwell
expect 2 'warplaw: ' explain 'SHFL.UP P0, R0'
expect 2 'form is required' explain
expect 2 'nowhere' explain SHFL.UP --corpus nowhere

# every form that is listed has all five parts, and an example
"$program" list | sed -n 's/^    \([A-Za-z][^ ]*\) .*/\1/p' >forms
[ "$(wc -l <forms)" -gt 60 ] || fail "forms: $(cat forms)"
for form in $(some 14 <forms); do
  "$program" explain "$form" >out 2>err || fail "$form: $(cat err)"
  for part in syntax rules 'example, executed now' theorems; do
    grep -q "^$part$" out || fail "$form: no $part"
  done
  grep -q 'no case of this form' out && fail "$form: no example"
  grep -A1 '^rules$' out | grep -qE '^  [A-Z]+-[0-9]+ ' || fail "$form: no rule"
  grep -A1 '^theorems$' out | grep -qE '^  [a-z]+' || fail "$form: no theorem"
done

# README names every subcommand
for command in $("$program" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p'); do
  sed -n '/Anything else goes to the built program/,/^$/p' "$root/README.md" | grep -qE "(warplaw |\`)$command\b" || fail "README does not name $command"
done
# an operation of one thread by its whole text, and in lists by its opcode
expect 0 '^bfe.u32$' explain 'bfe.u32 %r1, %r2, 4, 8'
expect 0 '^bfe.T$' list bfe.u32
done_testing
