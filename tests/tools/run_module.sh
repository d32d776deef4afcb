#!/usr/bin/env bash
# `warplaw run` of PTX modules and CUDA source: launches, what is shown afterwards, findings, and bad input in one line each.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
kernels=$root/examples/kernels
add=$kernels/vector_add.ptx shuffle=$kernels/divergent_shuffle.ptx racy=$kernels/racy.ptx

# the launch of the file, and what goes before it
expect 0 '^c: u32\[200\], 200 changed$' run "$add"
grep -q '^  c\[0\]: 1000 1003 1006 1009 1012 1015 1018 1021$' out || fail "rows of eight: $(cat out)"
grep -qE '^vector_add: grid 4, block 64; [0-9]+ warp instructions, .* divergent branch(es)?; ' out || fail "counters: $(cat out)"
expect 0 '^c: u32\[200\], 3 changed$' run "$add" --arg n=3
grep -q '^  c\[2\]: any -> 1006$' out || fail "a few elements: $(cat out)"
expect 0 '^c: u32\[500\], 256 changed$' run "$add" --arg n=256 --arg a='u32[300]:zero' --arg 1='u32[300]:i' --arg c='u32[500]'
expect 0 '^c: f32\[200\], 1 changed$' run "$add" --grid 1 --block 1 --arg c='f32[200]'
[ "$(grep -c '^  c\[' out)" = 1 ] || fail "one element: $(cat out)"
expect 0 '^no array changed$' run "$add" --arg n=0
grep -qE '^c: u32\[200\] holds what nobody wrote; --arg c=u32\[200\]:0 would give it values$' out || fail "nobody wrote it: $(cat out)"
expect 0 '^no array changed$' run "$add" --arg n=0 --arg c='u32[4]:0'
grep -q 'nobody wrote' out && fail "the launch wrote it: $(cat out)"
cat >no_shared.ptx <<'PTX'
.version 8.0
.target sm_80
.address_size 64
.extern .shared .b32 s[];
.visible .entry k() { st.shared.u32 [s], 1; ret; }
PTX
expect 1 'out-of-bounds .*at shared memory, of which the launch gives none \(--shared BYTES\)' run no_shared.ptx --block 1
expect 0 '^no array changed$' run no_shared.ptx --block 1 --shared 4
expect 0 '^  \.\.\. [0-9]+ more lines \(--all\)$' run "$add" --grid 16 --arg n=1000 --arg a='u32[1000]:i' --arg b='u32[1000]:i' --arg c='u32[1000]'
expect 0 '^  c\[992\]: 1984 ' run "$add" --grid 16 --arg n=1000 --arg a='u32[1000]:i' --arg b='u32[1000]:i' --arg c='u32[1000]' --all
expect 0 '^c: u32' run "$add" --arg a='u32[200]:random' --seed 3
cp out first
expect 0 '^c: u32' run "$add" --arg a='u32[200]:random' --seed 3
cmp -s out first || fail 'the same seed, another array'
printf '1,2,3\n' >three.csv
expect 0 '^  c\[0\]: 1001 1002 1003$' run "$add" --arg a=u32[]:@three.csv --arg b='u32[3]:1000' --arg c='u32[3]' --arg n=3

# what is expected
expect 0 '^c: as expected$' run "$add" --expect c='u32[200]:1000+3*i'
expect 1 '^  c\[7\] +1022 +1021 <--$' run "$add" --expect c='u32[200]:1000+3*i+i/7%2'
expect 0 '^c: as expected$' run "$add" --arg n=3 --expect c='u32[200]:1000,1003,1006'
expect 1 '^  c\[0\] +0 +any <--$' run "$add" --arg n=0 --expect c='u32[1]:0'

# findings, with both places; what is allowed is no reason to exit with 1
expect 1 '^.*racy\.ptx:[0-9]+: race \(PTX-15\): ' run "$racy"
grep -qE '^  block [0-9]+, warp [0-9]+, lanes [-0-9,]+: .*; the other access: .*racy\.ptx:[0-9]+' out || fail "the other place: $(cat out)"
grep -q ': uninitialised (PTX-16): ' out || fail "what is read before anybody writes it: $(cat out)"
expect 1 '; the other access: .*; allowed$' run "$racy" --allow race
expect 0 'race \(PTX-15\): ' run "$racy" --allow race --allow uninitialised
expect 1 'divergent_shuffle\.ptx:[0-9]+: undefined-lane \(PTX-16\): ' run "$shuffle"
expect 1 ': out-of-bounds \(PTX-14\): ' run "$add" --arg c='u32[199]'
expect 1 ': bound ' run "$add" --steps 3

# steps
expect 0 '^-- block 0, warp 0: .*vector_add\.ptx:12$' run "$add" --trace=0 --until 12
grep -qE '^ +lane .*-> %rd1' out || fail "a lane table: $(cat out)"
[ "$(grep -c '^-- ' out)" = 1 ] || fail "--until: $(cat out)"
expect 0 '^-- block 1,0,0|^-- block 1, warp 1: ' run "$add" --trace=1,0,0:1
grep -q '^-- block 0' out && fail 'another block is shown'
expect 0 '^-- block 3, warp 1: ' run "$add" --trace

# every finding has the step at which it is found
for each in "$root"/corpus/ptx/findings/*.json; do
  "$program" run "$each" --json --trace >out 2>err </dev/null
  python3 - <<'P' || fail "a finding without its step: $each"
import json
o = json.load(open('out'))
steps = [s['at'] for s in o['steps']]
assert o['findings'] and all(f['at'] in steps for f in o['findings'])
P
done

# JSON: one object
expect 1 '^\{"file":' run "$racy" --json
python3 - <<'P' || fail "JSON: $(head -c 500 out)"
import json
o = json.load(open('out'))
race = next(f for f in o['findings'] if f['finding'] == 'race')
assert o['entry'] == 'racy' and o['exit'] == 1 and race['error'] and not race['allowed'] and race['at']['line'] != race['other']['line']
assert o['arrays'][0]['type'] == 's32' and o['counters']['warp_instructions'] > 0
P
expect 0 '"steps":\[\{"block":\[0,0,0\],"warp":0' run "$add" --json --trace=0

# every example does what its comments say
for each in "$kernels"/*.ptx; do
  case $each in *racy* | *divergent*) wanted=1 ;; *) wanted=0 ;; esac
  expect $wanted 'warp instructions' run "$each"
done

# CUDA source, by clang with our header whether or not there is an nvcc
for each in "$kernels"/*.cu; do
  case $each in *racy* | *divergent*) wanted=1 ;; *) wanted=0 ;; esac
  expect $wanted 'warp instructions' run "$each" --clang-arg=-Wall
done
expect 1 'racy\.cu:[0-9]+: race \(PTX-15\): .*\[PTX line [0-9]+\]' run "$kernels/racy.cu" --clang-arg=-O1
expect 0 '^counts: u32\[16\], 4 changed$' run "$kernels/histogram.cu" --clang-arg=-O3
cat >inlined.ptx <<'P'
.version 8.5
.target sm_80
.address_size 64
.entry k(.param .u64 p) {
  .reg .b64 %rd;
  ld.param.u64 %rd, [p];
  .loc 1 40 3
  .loc 1 12 5, function_name $L__name, inlined_at 1 40 3
  st.global.u32 [%rd+8], 1;
  ret;
}
.file 1 "/somewhere/reduce.cu"
P
expect 1 '^inlined\.ptx:9: out-of-bounds .* \[reduce\.cu:12, inlined at reduce\.cu:40\]$' run inlined.ptx --block 1 --arg p='u32[2]'
expect 1 '"source":"reduce\.cu:12","inlined_at":\["reduce\.cu:40"\]' run inlined.ptx --block 1 --arg p='u32[2]' --json
# a vote without .sync: whom it meets is the implementation's choice, but for GPUs below sm_70
for target in 60 70; do
  cat >vote.ptx <<P
.version 6.0
.target sm_$target
.address_size 64
.entry k(.param .u64 p) {
  .reg .pred %p;
  .reg .b32 %r<3>;
  .reg .b64 %rd;
  ld.param.u64 %rd, [p];
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p, %r1, 5;
  @%p bra LOW;
  mov.u32 %r1, 40;
LOW:
  vote.ballot.b32 %r2, %p;
  mad.wide.u32 %rd, %tid.x, 4, %rd;
  st.global.b32 [%rd], %r2;
  ret;
}
P
  expect 0 '^k: grid 1, block 32;' run vote.ptx --arg p='u32[32]' --expect p='u32[32]:31+0*i'
  found=0
  grep -q 'depends-on-schedule' out || found=1
  [ "$found" = "$((target < 70))" ] || fail "vote of sm_$target: $(cat out)"
  expect "$((target < 70 ? 0 : 3))" 'uninitialised (PROVED|CHECKED)' verify vote.ptx --arg p='u32[32]:any'
done
# as large a block as the kernel requires, if nobody says another
sed 's/^\.entry k(.*) {/.entry k(.param .u64 p) .reqntid 4, 2 {/; s/\[%rd+8\]/[%rd+4]/' inlined.ptx >required.ptx
expect 0 '^k: grid 1, block 4,2;' run required.ptx --arg p='u32[2]' --allow race
expect 2 'PTX-10: a block of 32 in direction x; .reqntid says 4' run required.ptx --block 32 --arg p='u32[2]'
# as compilers wrote before PTX 3.0: prototypes without `;`, and what a thread has outside of functions, which all share
cat >old.ptx <<'P'
.version 2.1
.target sm_20
.tex .u64 unused;
.reg .u32 %calls;
.local .u32 last[2];
.func twice (.param .u32 x)

.entry k(.param .u64 p) {
  .reg .u32 %r<3>;
  .reg .u64 %rd<2>;
  .param .u32 x;
  mov.u32 %calls, %tid.x;
  st.param.u32 [x], 20;
  call twice, (x);
  ld.local.u32 %r1, [last+4];
  add.u32 %r1, %r1, %calls;
  ld.param.u64 %rd1, [p];
  mad.wide.u32 %rd1, %tid.x, 4, %rd1;
  st.global.u32 [%rd1], %r1;
  ret;
}
.func twice (.param .u32 x) {
  .reg .u32 %r<2>;
  ld.param.u32 %r1, [x];
  add.u32 %r1, %r1, %r1;
  st.local.u32 [last+4], %r1;
  add.u32 %calls, %calls, 2;
  ret;
}
P
expect 0 '^  p\[0\]: 42 43 44 ' run old.ptx --arg p='u32[32]'
printf '__global__ void k(int* out) {\n  out[0] = nothing;\n}\n' >bad.cu
expect 2 '^bad\.cu:2: compile: .*nothing' run bad.cu --clang-arg=-O1
expect 2 'nvcc' run bad.cu --nvcc no/such/nvcc
printf '#include <cooperative_groups.h>\n__global__ void first(int* o) { o[0] = 1; }\ntemplate <int N> __global__ void second(int* o, int n) { o[0] = N + n; }\ntemplate __global__ void second<7>(int*, int);\n' >two.cu
expect 2 'accepted: --entry with one of first, second$' run two.cu --clang-arg=-O1
# what a header wraps stands where the user calls it, and a lane that is awaited and leaves is found there
mkdir library
printf '__device__ inline int wrapped(int p) {\n  return __reduce_add_sync(0xffffffffu, p);\n}\n' >library/wrap.h
printf '#include "library/wrap.h"\n__global__ void k(int* o) {\n  if (threadIdx.x < 16)\n    o[threadIdx.x] = wrapped(1);\n}\n' >wrapped.cu
expect 1 '^wrapped\.cu:[34]: undefined-sync \(PTX-12\): .*leave instead \[wrap\.h:2; PTX line' run wrapped.cu --clang-arg=-O1 --block 32 --arg o='s32[32]'
expect 1 '^wrapped\.cu:[34]: deadlock REFUTED: undefined-sync: .* \[wrap\.h:2; PTX line' verify wrapped.cu --clang-arg=-O1 --block 32 --arg o='s32[32]'
# below sm_70 who has the lock waits for those that spin
printf '// warplaw: target=sm_60 block=2 l=u32[1]:zero\n__global__ void k(unsigned* l) {\n  while (atomicCAS(l, 0, 1) != 0) {\n  }\n  atomicExch(l, 0);\n}\n' >lock.cu
expect 1 '^lock\.cu:3: deadlock \(PTX-12\): .*below sm_70' run lock.cu --clang-arg=-O1
sed 's/target=sm_60/target=sm_70/' lock.cu >new_lock.cu
expect 0 '^k: grid 1, block 2;' run new_lock.cu --clang-arg=-O1
sed 's/target=sm_60/target=60/' lock.cu >no_target.cu
expect 2 '^no_target\.cu:1: usage: target=60 is not understood; accepted: sm_60' run no_target.cu --clang-arg=-O1
expect 0 '^o: s32\[1\], 1 changed$' run two.cu --clang-arg=-O1 --entry second --block 1 --arg o='s32[1]' --arg n=2
grep -q '^  o\[0\]: 9$' out || fail "a template: $(cat out)"

# of these sources as people compile them every kernel is asked, and some as they are not optimised (all with WARPLAW_ALL: docs/ci.md)
at_level() { printf '%s\n' "${@:2}" | if [ "$1" = 0 ]; then some 3; else cat; fi; } # LEVEL ENTRIES..

# all of our header: it compiles, and every instruction that comes of it is one that runs
for level in 0 2; do
  expect 2 'with one of shuffle_all, vote_all, atomic_all, bits_all, groups_all$' run "$root/tests/tools/cuda/every_function.cu" --clang-arg=-O$level
  for entry in $(at_level $level shuffle_all vote_all atomic_all bits_all groups_all); do
    expect 2 '^warplaw: usage: parameter [a-z]* has no value; ' run "$root/tests/tools/cuda/every_function.cu" --clang-arg=-O$level --entry $entry
  done
done

# a source with all that people have in one: a main(), checks, printf, half, groups; what each kernel leaves is known
whole=$root/tests/tools/cuda/whole_program.cu
whole_entries=$(sed -n 's,^// warplaw: entry=\([a-z_]*\) .*,\1,p' "$whole")
[ -n "$whole_entries" ] || fail "no launch in $whole"
for level in 0 2; do
  # shellcheck disable=SC2086 # words
  for entry in $(at_level $level $whole_entries); do
    expect 0 "^$entry: grid 1, " run "$whole" --clang-arg=-O$level --entry "$entry"
    grep -q 'not as expected' out && fail "$entry at -O$level: $(cat out)"
  done
done
expect 0 'vprintf prints nothing here$' run "$whole" --clang-arg=-O1 --entry checked
expect 1 ': trap \(' run "$whole" --clang-arg=-O1 --entry checked --arg in='s32[32]:5-lane'

# bad input: one line each
bad() { local pattern=$1; shift; expect 2 "$pattern" run "$@"; }
bad 'no NAME=VALUE' "$add" --arg n
bad 'no parameter is called m; accepted: 0 a: u64, 1 b: u64, 2 c: u64, 3 n: u32$' "$add" --arg m=1
bad '1\.5 is no u32' "$add" --arg n=1.5
bad 'n is no address of an array' "$add" --arg n='u32[4]:1'
bad 'x7 is no type of elements' "$add" --arg c='x7[4]'
bad 'is no expression' "$add" --arg a='u32[4]:lane*'
bad 'a division by 0 at element 0' "$add" --arg a='u32[4]:1/i'
bad '3 numbers for 2 elements' "$add" --arg a='u32[2]:1,2,3'
bad 'nowhere\.raw cannot be read' "$add" --arg a='u32[]:@nowhere.raw'
bad 'are no sizes' "$add" --block 0
bad 'are no sizes' "$add" --grid 1,2,3,4
bad '^warplaw: PTX-10: ' "$add" --block 2000
bad '^warplaw: PTX-10: ' "$add" --block 32,33
bad 'no finding is called rase; accepted: .*race' "$add" --allow rase
bad 'returning=gone not in' "$add" --choice returning=gone
bad '^warplaw: usage: --output: a case does not hold returning=left' "$add" --choice returning=left --output chosen.json
sed 's/^\.target sm_.*/.target sm_60/' "$add" >old.ptx
bad 'returning=left is for a module of sm_60; accepted: sm_70 and later' old.ptx --choice returning=left
sed '1i // warplaw: choice=returning' "$add" >half.ptx
bad 'choice=returning is not understood; accepted: returning=waits' half.ptx
bad 'no entry is called add; accepted: --entry with one of vector_add' "$add" --entry add
bad 'is no warp' "$add" --trace=x
bad '--until without --trace' "$add" --until 3
bad '400 bytes|bytes are expected of c' "$add" --expect c='u32[201]:1'
bad 'n is no array' "$add" --expect n='u32[1]:1'
bad '--nvcc, --clang-arg and --target are of a compiler' "$add" --clang-arg=-O0
bad '--reg is of a program' "$add" --reg R1=1
bad 'no/such/folder' "$add" --output no/such/folder/x.json
bad '--entry is of a module' "$root/corpus/programs/butterfly.wl" --entry k
bad '--arg is of a module' "$root/corpus/programs/butterfly.wl" --arg n=1
bad '--trace of a program shows every step' "$root/corpus/programs/butterfly.wl" --trace=3
bad '^missing\.ptx: file: cannot be read' missing.ptx
bad '^missing\.cu: file: ' missing.cu
head -c 700 "$add" >cut.ptx
bad '^cut\.ptx:[0-9]+: PTX-' cut.ptx
head -c 65536 /dev/urandom >junk.ptx
bad '^junk\.ptx:[0-9]+: PTX-' junk.ptx
: >empty.ptx
bad '^empty\.ptx(:[0-9]+)?: PTX-' empty.ptx
sed 's/add\.s32 %r8/frobnicate.s32 %r8/' "$add" >unknown.ptx
bad '^unknown\.ptx:[0-9]+: PTX-.*frobnicate' unknown.ptx
sed 's/add\.s32 %r8, %r6/add.s32 %r8, %rd6/' "$add" >type.ptx
bad '^type\.ptx:[0-9]+: PTX-' type.ptx
sed 's/^DONE:/DOME:/' "$add" >label.ptx
bad '^label\.ptx:[0-9]+: PTX-' label.ptx
sed 's/block=64/block=many/' "$add" >comment.ptx
bad '^comment\.ptx:2: usage: block=many is not understood' comment.ptx
sed 's/block=64/block=64 target=sm_60/' "$add" >target.ptx
bad 'usage: target= is of a compiler; accepted: FILE\.cu' target.ptx
sed 's/c=u32\[200\]//' "$add" >missing_argument.ptx
bad 'parameter c has no value; accepted: --arg for 0 a: u64.*; an array is given as --arg c=u32' missing_argument.ptx
# instances of one template have one name in CUDA: what is offered tells them apart, and is taken
printf '.version 7.0\n.target sm_70\n.address_size 64\n' >template.ptx
for instance in _Z3addIdEvPT_S0_ _Z3addIiEvPT_S0_; do
  printf '.visible .entry %s()\n{\n  ret;\n}\n' "$instance" >>template.ptx
done
bad 'no entry is named; accepted: --entry with one of _Z3addIdEvPT_S0_, _Z3addIiEvPT_S0_$' template.ptx
bad 'no entry is called add; accepted: --entry with one of _Z3addIdEvPT_S0_, _Z3addIiEvPT_S0_$' template.ptx --entry add
"$program" run template.ptx --entry _Z3addIiEvPT_S0_ >out 2>&1 || fail "an instance of a template: $(cat out)"
sed 's/^\( *\)ret;/mma.sync.aligned {%r1}, {%r1}, {%r1};\nmma.sync.aligned {%r1}, {%r1}, {%r1};\nret;/' "$add" >matrices.ptx
bad '^matrices\.ptx:[0-9]+: PTX-5: not supported: mma.*; 2 times' matrices.ptx
# a module by its first directive, whatever its name
cp "$add" module.txt
expect 0 '^c: u32\[200\], 200 changed$' run module.txt
done_testing
