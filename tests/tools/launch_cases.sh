#!/usr/bin/env bash
# Launches as cases: every kind of finding in the corpus ends alike, a run is kept and replayed, a finding is minimised, and what fails is said.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
kernels=$root/examples/kernels
add=$kernels/vector_add.ptx racy=$kernels/racy.ptx cases=$root/corpus/ptx/findings

# all kinds of findings that there are have a case, which ends alike and shows the finding when it is run
"$program" run "$add" --allow nothing 2>err
kinds=$(sed 's/.*accepted: //; s/,//g' err)
[ "$(wc -w <<<"$kinds")" -gt 10 ] || fail "kinds of findings: $(cat err)"
for kind in $kinds; do
  expect 0 "^ok +.*$kind\.json$" replay "$cases/$kind.json"
  grep -q "\"finding\": \"$kind\"" "$cases/$kind.json" || fail "$kind is not in its case"
  "$program" run "$cases/$kind.json" >out 2>err
  grep -qE "$kind\.json/module:[0-9]+: $kind \(PTX-" out || fail "run of $kind: $(cat out err)"
done

# kept, replayed, and kept again: the same bytes
for each in "$add" "$racy" "$kernels/histogram.cu"; do
  rm -f kept.json
  case $each in *.cu) options=--clang-arg=-O1 ;; *) options=--all ;; esac
  "$program" run "$each" $options -o kept.json >out 2>err
  expect 0 '^ok +kept\.json$' replay kept.json
done
"$program" run "$racy" -o racy.json >out 2>err
[ $? = 1 ] || fail "a run with a finding: $(cat err)"
expect 2 'exists' run "$racy" -o racy.json
"$program" run "$racy" -o racy.json --force >out 2>err
[ $? = 1 ] || fail "--force: $(cat err)"
expect 2 '^warplaw: usage: --grid beside a case' run racy.json --grid 2
expect 2 '^warplaw: usage: --shared beside a case' run racy.json --shared 2

# an end that is another one is a mismatch, with what differs first
sed '0,/"finding": "race"/s//"finding": "trap"/' racy.json >other.json
expect 1 '^MISMATCH  other\.json: trap in line [0-9]+, .* is expected, and not found$' replay other.json
expect 0 '^c: u32' run "$add" -o add.json
sed '/"expected"/,$ s/"0x3e8"/"0x3e9"/' add.json >value.json
cmp -s add.json value.json && fail 'no value was changed'
expect 1 '^MISMATCH  value\.json: c\[0\]: expected 1001, got 1000$' replay value.json
expect 1 '"status":"mismatch","expected":true,"findings":0,"differences":\["c\[0\]: expected 1001, got 1000"\]' replay value.json --json
sed '/"expected"/,$ d' add.json | sed '$ s/,$//; $ s/$/\n}/' >open.json
expect 0 '^ok +open\.json \(no expected values\)$' replay open.json
expect 2 'is asked one instruction at a time' replay add.json --executor "$root/examples/shfl.c"

# what is wrong in a case is said with its place
bad() { local pattern=$1 edit=$2; sed "$edit" add.json >bad.json; expect 2 "$pattern" replay bad.json; }
bad '^bad\.json:[0-9]+: case-format: /grid' 's/"grid": \[/"grid": [1, /'
bad '^bad\.json: PTX-1: line [0-9]+ of the module: ' 's/\.version 7\.5/.version x/'
bad '^bad\.json: PTX-[0-9]+: .*add' 's/"entry": ".*"/"entry": "add"/'
bad '^bad\.json: case-format: parameter n has no value' 's/"n": "0x/"m": "0x/'
bad '^bad\.json: case-format: argument n is a number that is no value' 's/"n": "0x/"n": "0xf00000000/'
bad '^bad\.json: PTX-10: ' 's/"block": \[.*\]/"block": [2000, 1, 1]/'

# minimised: a race in a kernel of thirty instructions comes down to those that make it
cat >sums.ptx <<'P'
.version 8.5
.target sm_80
.address_size 64
.entry sums(.param .u64 in, .param .u64 out, .param .u32 n) {
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b32 cells[256];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mad.lo.u32 %r5, %r3, %r4, %r2;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.u32 %rd3, %r5, 4;
  add.u64 %rd4, %rd1, %rd3;
  ld.global.u32 %r6, [%rd4];
  mov.u32 %r7, cells;
  shl.b32 %r8, %r2, 2;
  add.u32 %r9, %r7, %r8;
  st.shared.u32 [%r9], %r6;
  mov.u32 %r10, 1;
LOOP:
  xor.b32 %r11, %r2, %r10;
  shl.b32 %r12, %r11, 2;
  add.u32 %r13, %r7, %r12;
  ld.shared.u32 %r14, [%r13];
  add.u32 %r6, %r6, %r14;
  st.shared.u32 [%r9], %r6;
  shl.b32 %r10, %r10, 1;
  setp.lt.u32 %p2, %r10, 64;
  @%p2 bra LOOP;
  add.u64 %rd5, %rd2, %rd3;
  st.global.u32 [%rd5], %r6;
DONE:
  ret;
}
P
"$program" run sums.ptx --grid 4 --block 64 --arg 'in=u32[256]:i*3' --arg 'out=u32[256]' --arg n=250 -o sums.json >out 2>err
expect 0 'still so:  race at ld\.shared\.u32 %r14, \[%r13\]' minimize sums.json -o small.json
expect 0 '^ok' replay small.json
[ "$(grep -cE '^ +"\\t[a-z]' small.json)" -le 11 ] || fail "not small: $(cat small.json)"
grep -q '"grid": \[1, 1, 1\]' small.json && grep -q '"block": \[2, 1, 1\]' small.json || fail "not small: $(cat small.json)"
expect 0 'race' minimize small.json -o twice.json
cmp small.json twice.json || fail 'minimising twice is not idempotent'
# an element that is not as expected stays so
expect 1 'c: [0-9]+ not as expected' run "$add" --expect c='u32[200]:1000+3*i+i/7%2' -o wrong.json
expect 0 'still so:  c\[7\]: expected 1022, got 1021' minimize wrong.json -o element.json
expect 1 'element\.json: c\[7\]: expected 1022, got 1021$' replay element.json
grep -q '"c": {"type": "u32", "count": 9}' element.json || fail "not small: $(cat element.json)"
# every kind of finding becomes smaller, and stays
for kind in $kinds; do
  expect 0 'still so:' minimize "$cases/$kind.json" -o "$kind.min.json"
  expect 0 '^ok' replay "$kind.min.json"
done
expect 2 'nothing is found: there is nothing to minimise' minimize add.json -o no.json
[ -e no.json ] && fail 'minimize left a file'
expect 2 'judge a case of one instruction' minimize racy.json --oracle true -o no.json
done_testing
