#!/usr/bin/env bash
# `warplaw verify FILE.ptx|FILE.cu` of what is wrong, of what has no end, and of launches that nobody
# said: one line at its place, an end in seconds, and the smallest launch.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
kernel() { # LINE..: comments before a kernel that copies 32 numbers
  printf '%s\n' '// warplaw: block=32 in=u32[32]:any out=u32[32]' "$@"
  cat <<'KERNEL'
.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
HERE:
  st.global.u32 [%rd5], %r2;
  ret;
}
KERNEL
}
repeated() { printf "%0.s$1" $(seq 1 "$2"); }

# what a comment says wrongly is named where it stands
while IFS='|' read -r pattern line; do
  kernel "// warplaw: $line" >wrong.ptx
  expect 2 "^wrong\.ptx:2: .*$pattern" verify wrong.ptx
done <<ROWS
gone is no array of the launch|ensures gone[0] == 1
out\[99\]; it has 32 elements|ensures out[99] == 1
here stands no \)|ensures out[0] == sum(t, 0, 31, in[t]
at most 65536|ensures out[0] == sum(t, 0, 65536, in[0])
from 5 to -3: the last one stands before the first|ensures out[0] == sum(t, 5, -3, in[t])
from 5 to 3: the last one stands before the first|ensures out[0] == sum(t, 5, 3, in[t])
there is no max of no number|ensures out[0] == max(t, 0, 0 - 1, in[t])
there is no sumf of no number|ensures out[0] == sumf(t, 5, 4, in[t])
a number that is known|ensures out[0] == sum(t, 0, in[0], in[t])
one sum inside another one|ensures out[0] == sum(a, 0, 9999, sum(c, 0, 9999, in[0]))
nested deeper than 256|ensures $(repeated '(' 4000)out[0]
nested deeper than 256|ensures out[0] == $(repeated '- ' 4000)1
at most 16384|ensures out[0] == 1$(repeated ' + 1' 20000)
a number, a name or \( belongs here|ensures out[0] == == 1
a number, a name or \( belongs here|ensures
ghost g is made of itself|ghost g(a) = g(a)
no loop begins at HERE|invariant HERE: %r1 < 32
no label of the entry is NOWHERE|invariant NOWHERE: %r1 < 32
no loop is around it|invariant %r1 < 32
no loop begins at HERE|decreases HERE: %r1
no parameter is called blok|blok=32
u33 is no type|in=u33[32]
block=-1 is not understood|block=-1
ROWS
kernel >plain.ptx
while IFS='|' read -r pattern arguments; do
  # shellcheck disable=SC2086 # words
  expect 2 "$pattern" verify $arguments
done <<'ROWS'
^plain\.ptx: .*no entry is called nope|plain.ptx --entry nope
at most 1048576 for all inputs|plain.ptx --arg in=u32[262145]:any
--block: 5\.\.2 are no sizes|plain.ptx --block 5..2
--block: 1\.\.2000 are no sizes|plain.ptx --block 1..2000
--target are of a compiler|plain.ptx --target sm_60
one kernel at a time|plain.ptx plain.ptx
one kernel at a time|VOTE plain.ptx
--target is of a program or of CUDA source|VOTE --target sm_60
ROWS
for command in run equal; do
  expect 2 '--block 1\.\.4 are several launches' $command plain.ptx $([ $command = run ] || echo plain.ptx) --block 1..4
done
printf '__global__ void k(int* a) { a[0] = 1; }\n__global__ void l(int* a) { a[0] = 2; }\n' >two.cu
expect 2 '^two\.cu: .*no entry is named; accepted: --entry with one of k, l' verify two.cu --clang-arg=-O2
printf '__global__ void k(int* a) {\n  a[0] = ;\n}\n' >syntax.cu
expect 2 '^syntax\.cu:2: ' verify syntax.cu --clang-arg=-O2
printf '__device__ int f(int a) { return a; }\n' >none.cu
expect 2 '^none\.cu: .*no \.entry with a body' verify none.cu --clang-arg=-O2
: >empty.ptx
expect 2 '^empty\.ptx:1: ' verify empty.ptx
head -c 3000 "$program" >binary.ptx
expect 2 '^binary\.ptx:1: ' verify binary.ptx

# what contradicts itself is said once, where it stands
kernel '// warplaw: requires in[0] < in[1]' '// warplaw: requires in[1] < in[0]' >vacuous.ptx
expect 3 '^vacuous\.ptx:2: requires in\[0\] < in\[1\] && in\[1\] < in\[0\] VACUOUS: no input fulfils it$' verify vacuous.ptx
[ "$(grep -c VACUOUS out)" = 1 ] && [ "$(wc -l <out)" = 3 ] || fail "more than the one line: $(cat out)"

# a lock that may hold anything: nobody knows how often lanes go round
cat >spin.ptx <<'KERNEL'
// warplaw: lock=u32[1]:any out=u32[1]:any
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 lock, .param .u64 out) {
  .reg .b32 %old;
  .reg .b64 %l, %out;
  .reg .pred %p;
  ld.param.u64 %l, [lock];
  ld.param.u64 %out, [out];
AGAIN:
  atom.global.cas.b32 %old, [%l], 0, 1;
  setp.ne.u32 %p, %old, 0;
  @%p bra AGAIN;
  red.global.add.u32 [%out], 1;
  atom.global.exch.b32 %old, [%l], 0;
  ret;
}
KERNEL
start=$SECONDS
"$program" verify spin.ptx --timeout 0.1 >out 2>err </dev/null
code=$?
case $code in 1 | 3) ;; *) fail "exit $code with --timeout: $(cat out err)" ;; esac
grep -qF 'time: 0.1 s were not enough (--timeout)' out || fail "the machine of terms had no time, and nobody says so: $(cat out err)"
grep -qE ' (PROVED|CHECKED)' out && fail "after no time something is proved: $(cat out)"
"$program" verify spin.ptx --timeout 600 --unroll 4096 >out 2>err </dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
code=$?
[ $code = 3 ] || fail "exit $code after Ctrl-C: $(cat out err)"
grep -q interrupted out err || fail "nobody says that it was interrupted: $(cat out err)"
[ $((SECONDS - start)) -lt 60 ] || fail "$((SECONDS - start)) s, which is for ever"
# one that nobody has: each lane gets it, one after another
sed -i 's|lock=u32\[1\]:any|lock=u32[1]:zero|; 1a // warplaw: ensures out[0] == old out[0] + 8' spin.ptx
expect 3 'ensures out\[0\] == old out\[0\] \+ 8 CHECKED' verify spin.ptx --block 8
grep -qE 'UNKNOWN|REFUTED: it' out && fail "a lock that nobody has: $(cat out)"
sed -i 's/sm_70/sm_60/' spin.ptx
expect 1 '^spin\.ptx:15: deadlock REFUTED: lanes 0x00000002 go round for ever' verify spin.ptx
expect 1 '^spin\.ptx:15: deadlock REFUTED: lanes 0xfffffffe go round for ever' verify spin.ptx --block 32

# what lanes do that go by is not ordered by a barrier that others of their warp come to
cat >goby.ptx <<'KERNEL'
// warplaw: block=64 out=u32[64]
.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .reg .pred %p<3>;
  .shared .align 4 .b32 words[32];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  and.b32 %r2, %r1, 31;
  shl.b32 %r2, %r2, 2;
  mov.u32 %r3, words;
  add.u32 %r2, %r2, %r3;
  mov.u32 %r3, 0;
  setp.ge.u32 %p1, %r1, 32;
  @%p1 bra READS;
  st.shared.u32 [%r2], %r1;
  setp.ge.u32 %p2, %r1, 16;
  @!%p2 barrier.sync 0;
  bra DONE;
READS:
  barrier.sync 0;
  ld.shared.u32 %r3, [%r2];
DONE:
  st.global.u32 [%rd3], %r3;
  ret;
}
KERNEL
expect 1 '^goby\.ptx:27: race REFUTED' verify goby.ptx
sed -i 's/@!%p2 barrier/barrier/' goby.ptx
expect 0 'race PROVED absent' verify goby.ptx

# nor if all lanes that did not leave come to the next one
cat >gone.ptx <<'KERNEL'
// warplaw: block=64
.version 7.8
.target sm_80
.address_size 64
.visible .entry k() {
  .reg .b32 %r<4>;
  .reg .pred %p<4>;
  .shared .align 4 .b32 word;
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 31;
  setp.eq.u32 %p1, %r1, 5;
  setp.eq.u32 %p2, %r1, 48;
  setp.ge.u32 %p3, %r2, 16;
  @%p1 st.shared.u32 [word], %r1;
  @%p3 barrier.sync 1, 32;
  @%p1 exit;
  barrier.sync 0;
  @%p2 ld.shared.u32 %r2, [word];
  ret;
}
KERNEL
expect 1 '^gone\.ptx:18: race REFUTED' verify gone.ptx

# lanes 16-31 of the first warp come to barrier 1 at any time: with others than in the reference schedule nobody goes on
cat >early.ptx <<'KERNEL'
// warplaw: block=128 out=u32[128]
.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .pred %p<5>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  and.b32 %r3, %r1, 31;
  setp.ge.u32 %p1, %r1, 64;
  setp.ge.u32 %p2, %r1, 32;
  setp.ge.u32 %p3, %r3, 16;
  @%p1 bra OTHERS;
  @%p2 bra SECOND;
  @!%p3 barrier.sync 2, 32;
  barrier.sync 1, 64;
  bra DONE;
SECOND:
  barrier.sync 1, 64;
  barrier.sync 1, 64;
  bra DONE;
OTHERS:
  @%p3 bra DONE;
  barrier.sync 1, 64;
  setp.ge.u32 %p4, %r1, 96;
  @%p4 barrier.sync 2, 32;
DONE:
  st.global.u32 [%rd4], %r1;
  ret;
}
KERNEL
expect 3 '^early\.ptx:20: depends-on-schedule REFUTED' verify early.ptx
grep -q 'deadlock CHECKED absent' out || fail "another schedule has a deadlock: $(cat out)"
sed -i 's/@!*%p[34] barrier.sync 2, 32/barrier.sync 2, 64/' early.ptx
expect 0 'deadlock PROVED absent' verify early.ptx

# a turn that shifts an undefined bit is not the turn before
cat >shift.ptx <<'KERNEL'
// warplaw: block=32 out=u32[32]
.version 6.0
.target sm_60
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<3>;
  .shared .align 4 .b8 byte[4];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
  ld.shared.u8 %r2, [byte];
  @!%p1 bra MEET;
AGAIN:
  shl.b32 %r2, %r2, 1;
  and.b32 %r3, %r2, 0x80000000;
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra AGAIN;
MEET:
  st.global.u32 [%rd1], %r1;
  ret;
}
KERNEL
expect 1 '^shift\.ptx:19: uninitialised REFUTED' verify shift.ptx

# nobody said how many threads there are: so few show a race
kernel | sed -e 's/^\/\/ warplaw.*//' -e 's/%r1, %tid.x/%r1, 0/' -e 's/\.param \.u64 /&.ptr .align 4 /g' >race.ptx
expect 1 'block 32 \(assumed\)' verify race.ptx
grep -q 'race REFUTED' out && grep -q -- '--block 2,1,1 ' out || fail "a race of two threads: $(cat out)"
expect 1 'grid 1, block 16;' verify race.ptx --block 16
grep -q -- '--block 16,1,1 ' out || fail "another launch than the one that was said: $(cat out)"
expect 1 'grid 1, block 2;' verify race.ptx --block 1..16
expect 0 'block 1 to 3; .*race PROVED absent|block 1 to 3;' verify plain.ptx --block 1..3
grep -q 'PROVED absent' out || fail "three launches: $(cat out)"

# on a terminal what is refuted is said while the others are still asked about; the report has it again
kernel '// warplaw: ensures all(t, 0, 31, out[t] * out[t] * out[t] != 0x12345677 * in[31-t] + 5)' |
  sed 's/\[%rd5\], %r2/[%rd5+4], %r2/' >early.ptx
NO_COLOR=1 script -qec "$(printf '%q ' "$program" verify early.ptx --timeout 2)" /dev/null </dev/null >out 2>&1
found=$(grep -nE '^found: early\.ptx:17: out-of-bounds REFUTED: lane 31 ' out | cut -d: -f1)
reported=$(grep -nE '^early\.ptx:17: out-of-bounds REFUTED: ' out | cut -d: -f1)
[ "${found:-0}" -gt 0 ] && [ "${reported:-0}" -gt "$found" ] || fail "nothing is said early: $(cat out)"
NO_COLOR=1 script -qec "$(printf '%q ' "$program" verify early.ptx --timeout 2 --json)" /dev/null </dev/null >out 2>&1
grep -q '^found: ' out && fail "--json says it, too: $(cat out)"
expect 1 'out-of-bounds REFUTED' verify early.ptx --timeout 2
grep -q '^found: ' out err && fail "it is said where nobody waits: $(cat out err)"

# a parameter has the sign that its type in CUDA has: what is at most 32 may be negative, and then no thread stays away
while IFS='|' read -r code type required; do
  cat >tail.cu <<CUDA
// warplaw: block=64 in=u32[32]:any out=u32[32]:any n=any
// warplaw: requires $required
typedef int index_t;
typedef unsigned size;
template <class T> __global__ void k(const unsigned* in, unsigned* out, T n) {
  if (threadIdx.x < (unsigned)n)
    out[threadIdx.x] = in[threadIdx.x];
}
template __global__ void k<$type>(const unsigned*, unsigned*, $type);
CUDA
  expect "$code" 'out-of-bounds' verify tail.cu --clang-arg=-O2
  sed -i -e 's/template <class T> __global__/extern "C" __global__/' -e "s/T n/$type n/" -e '/^template/d' tail.cu
  case $type in index_t) ;; *) expect "$code" 'out-of-bounds' verify tail.cu --clang-arg=-O2 ;; esac
done <<'ROWS'
1|int|n <= 32
0|int|n >= 0 && n <= 32
0|int|0 <= n && n < 33
1|long long|n <= 32
1|short|n <= 32
1|index_t|n <= 32
0|unsigned|n <= 32
0|size|n <= 32
ROWS

# two kernels in CUDA: a new finding stands at its line there
cat >one.cu <<'CUDA'
// warplaw: block=32 in=u32[32]:any out=u32[32] n=any
// warplaw: requires n <= 32
__global__ void k(const unsigned* in, unsigned* out, unsigned n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = in[threadIdx.x];
}
CUDA
sed 's/out\[threadIdx.x\]/out[threadIdx.x + (n == 32)]/' one.cu >two.cu
expect 1 'no new finding REFUTED: out-of-bounds at two\.cu:5 of the second' equal one.cu two.cu
# each as its own options compile it
expect 0 'the same out PROVED' equal one.cu one.cu --clang-arg=-O0 --second-clang-arg=-O3
expect 1 '^    warplaw run two\.cu --clang-arg=-O0 --clang-arg=-O3 ' equal one.cu two.cu --clang-arg=-O0 --second-clang-arg=-O3
expect 1 '^    warplaw run one\.cu --clang-arg=-O0 --entry' equal one.cu two.cu --clang-arg=-O0 --second-clang-arg=-O3
done_testing
