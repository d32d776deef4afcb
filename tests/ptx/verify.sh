#!/usr/bin/env bash
# Kernels for all inputs (docs/ptx.md): of each of corpus/ptx/proved the right one is PROVED, the broken one REFUTED at
# the place that it names; pairs of corpus/ptx/equal are what the first one says; statements mean what they should. Of
# corpus/ptx/proved every fifth file, and those that a change touches; all with WARPLAW_ALL (docs/ci.md).
#   verify.sh PROGRAM ROOT
set -euo pipefail
program=$1 root=$2
cd "$root"
bad=0
fail() { echo "$*"; bad=1; }
count=0
mapfile -t files < <(printf '%s\n' corpus/ptx/proved/*.ptx | tests/style/changed.sh . 5)
for file in "${files[@]}"; do
  status=0
  output=$("$program" verify "$file" </dev/null 2>/dev/null) || status=$?
  count=$((count + 1))
  case $file in
    *_right.ptx)
      [ $status = 0 ] || fail "$file: exit $status, not 0: $output"
      grep -qE 'UNKNOWN|CHECKED|ERROR' <<<"$output" && fail "$file: not all is PROVED: $output"
      ;;
    *)
      [ $status = 1 ] || fail "$file: exit $status, not 1: $output"
      finding=$(sed -n 's|^// refuted: ||p' "$file")
      grep -F ": $finding REFUTED" <<<"$output" | grep -q "^$file:[0-9]*: " || fail "$file: $finding is not REFUTED: $output"
      [ "$(grep -c 'every input meets an error' <<<"$output")" -le 1 ] || fail "$file: one error buries it in lines: $output"
      shown=$(sed -n 's|^// shown: ||p' "$file")
      grep -qF -- "$shown" <<<"$output" || fail "$file: not the smallest input, $shown: $output"
      if grep -q '^// else: PROVED' "$file" && grep -qE 'UNKNOWN|CHECKED|ERROR' <<<"$output"; then
        fail "$file: not all else is PROVED: $output"
      fi
      # what is shown must be shown by `run`, which knows nothing of statements
      replay=$(sed -n 's/^    warplaw \(run .*\)/\1/p' <<<"$output" | head -1)
      status=0
      # shellcheck disable=SC2086 # options are words
      "$program" $replay >/dev/null 2>&1 || status=$?
      wanted=1
      [[ $finding != ensures* ]] || wanted=0
      [ $status = $wanted ] || fail "$file: $replay: exit $status, not $wanted"
      ;;
  esac
done
[ $count -ge 13 ] || fail "only $count kernels"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
equal() { # EXIT FIRST SECOND, into output
  local status=0
  output=$("$program" equal "$2" "$3" </dev/null 2>/dev/null) || status=$?
  [ $status = "$1" ] || fail "equal $2 $3: exit $status, not $1: $output"
}
planted=0
for file in corpus/ptx/equal/*_first.ptx; do
  second=${file%_first.ptx}_second.ptx
  verdict=$(sed -n 's|^// equal: ||p' "$file")
  case $verdict in PROVED) wanted=0 ;; REFUTED) wanted=1 ;; *) wanted=3 ;; esac
  equal $wanted "$file" "$second"
  fault=$(sed -n 's|^// planted: ||p' "$second")
  if [ -n "$fault" ]; then # an expression of sed, which must be noticed
    sed "/^\/\//!$fault" "$second" >"$folder/broken.ptx"
    shown=$output
    equal 1 "$file" "$folder/broken.ptx"
    output=$shown planted=$((planted + 1))
  fi
  [ "$verdict" = REFUTED ] || continue
  # the input that shows a difference is as small as may be
  words=$(sed -n 's/.* --arg 0=[a-z0-9]*\[[0-9]*\]:\([0-9,]*\|zero\) .*/\1/p' <<<"$output" | head -1)
  [ -n "$words" ] || fail "$file: no input is shown: $output"
  some=$(tr , '\n' <<<"$words" | grep -cvxE '0|zero') || true
  computes='^ *(add|mul|fma)[a-z.]*\.f32' most=2
  ! grep -qE "$computes" "$file" || most=3
  [ "$some" -le $most ] || fail "$file: $some words are not 0: $output"
  # of floats, two trees of the element that differs, and both kernels leave other bits there
  name=$(sed -n 's/.* REFUTED: \([^ ]*\) is .*/\1/p' <<<"$output")
  for which in first second; do
    tree=$(sed -n "s|^// tree of the $which: ||p" "$file")
    [ -z "$tree" ] || sed 's/\[[0-9]*\]/[..]/g' <<<"$output" | grep -qxF "    ${name%[*}[..] of the $which: $tree" ||
      fail "$file: not the tree $tree: $output"
    ! grep -qE "$computes" "$file" || grep -qF "    $name of the $which: " <<<"$output" ||
      fail "$file: no tree of $name of the $which: $output"
    replay=$(sed -n "s|^    warplaw \(run ${file%_first.ptx}_$which.ptx .*\)|\1|p" <<<"$output")
    # shellcheck disable=SC2086 # options are words
    "$program" $replay --all --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["arrays"])' \
      >"$folder/$which.arrays" || fail "$file: $replay does not run"
  done
  # what is no array is in no report
  [[ $file == */variable_* ]] || ! cmp -s "$folder/first.arrays" "$folder/second.arrays" || fail "$file: the same arrays: $output"
done
[ $planted -ge 5 ] || fail "only $planted faults were planted"

# Before anything is PROVED both machines run 256 inputs; of a long launch as many as take 5,000,000 steps of warps.
agree() { # NUMBER COMMAND FILE..
  local output number=$1
  shift
  output=$("$program" "$@" </dev/null 2>/dev/null) || fail "$*: exit $?: $output"
  grep -qF "; both machines agree on $number random inputs" <<<"$output" || fail "$*: not on $number inputs: $output"
}
agree 256 verify corpus/ptx/proved/neighbour_right.ptx
agree 256 equal corpus/ptx/proved/neighbour_right.ptx corpus/ptx/proved/neighbour_right.ptx

# Which operations of floats are taken as functions is said of what is PROVED, of each verdict its own (PTX-34).
known='Of these operations it is only known that equal operands give equal results, and that sums, products, minima and maxima have no order of operands: '
names() { # NAMES COMMAND FILE..: of the statement, or that out is the same; of the races none
  local output wanted=$1
  shift
  output=$("$program" "$@" --json </dev/null 2>/dev/null) || fail "$*: exit $?: $output"
  python3 -c '
import json, sys
wanted = sys.argv[1].split()
for one in json.load(sys.stdin)["verdicts"]:
    said = one["finding"].startswith("ensures") or one["finding"] == "the same out"
    if said or one["finding"] == "race":
        assert one["verdict"] == "PROVED" and one.get("functions", []) == (wanted if said else []), one' \
    "$wanted" <<<"$output" || fail "$*: not $wanted"
  output=$("$program" "$@" </dev/null 2>/dev/null)
  if [ -n "$wanted" ]; then
    grep -qxF "$known${wanted// /, }" <<<"$output" || fail "$*: $wanted are not named: $output"
  else
    ! grep -qF "$known" <<<"$output" || fail "$*: functions are named: $output"
  fi
}
names 'add.rn.f32' verify corpus/ptx/proved/float_butterfly_right.ptx
names 'add.rn.f16' verify corpus/ptx/proved/float_halves_right.ptx
names 'fma.rn.f32 max.f32' verify corpus/ptx/proved/float_fma_right.ptx
names 'fma.rn.f32 max.f32' equal corpus/ptx/proved/float_fma_right.ptx corpus/ptx/proved/float_fma_right.ptx
names '' verify corpus/ptx/proved/neighbour_right.ptx
names '' equal corpus/ptx/proved/neighbour_right.ptx corpus/ptx/proved/neighbour_right.ptx

answers() { # EXIT TEXT WHAT FILE [OPTION]..
  local status=0 output wanted=$1 text=$2 what=$3
  shift 3
  output=$(timeout 100 "$program" verify "$@" </dev/null 2>&1) || status=$?
  [ $status = "$wanted" ] && grep -qF -- "$text" <<<"$output" || fail "$what: exit $status, not $wanted with '$text': $output"
}

# Nobody says anything of the parameters: arrays are as large as they are indexed, and a number is any.
assumes() { # EXIT TEXT INDEX [POINTER]
  cat >"$folder/assumed.ptx" <<KERNEL
.version 7.8
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 ${4-.ptr .align 1} in, .param .u64 ${4-.ptr .align 1} out, .param .u32 factor) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [factor];
  mov.u32 %r2, %tid.x;
  $3
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4+4];
  mul.lo.u32 %r3, %r3, %r1;
  st.global.u32 [%rd5], %r3;
  ret;
}
KERNEL
  answers "$1" "$2" "nothing said, $3" "$folder/assumed.ptx" --block 48
}
assumes 0 'in: u32[49] holds anything (assumed); out: u32[48] holds anything (assumed); factor any (assumed)' ''
assumes 1 'race REFUTED' 'shr.u32 %r2, %r2, 1;'
assumes 2 'parameter in has no value, and its size does not follow: ' 'add.u32 %r2, %r2, %r1;'
assumes 2 'more than 65536 bytes are indexed' 'add.u32 %r2, %r2, 16384;'
# A module that does not tell addresses from numbers
assumes 0 'in: u32[49] holds anything (assumed); out: u32[48] holds anything (assumed); factor any (assumed)' '' ''

# Nobody says how much shared memory there is: as much as is indexed, behind what the module says.
shares() { # EXIT TEXT INDEX [OPTION]..
  cat >"$folder/shared.ptx" <<KERNEL
.version 7.8
.target sm_80
.address_size 64
.extern .shared .align 4 .b8 tile[];
.extern .shared .align 4 .b8 other[];
.visible .entry reverse(.param .u64 .ptr .align 4 in, .param .u64 .ptr .align 4 out) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 own[64];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  mov.u32 %r3, tile;
  mad.lo.u32 %r4, %r1, 4, %r3;
  st.shared.u32 [%r4+32], %r2;
  bar.sync 0;
  $3
  ld.shared.u32 %r7, [%r4+32];
  st.global.u32 [%rd5], %r7;
  mov.u32 %r5, own;
  add.u32 %r5, %r5, %r1;
  st.shared.u8 [%r5], %r1;
  ret;
}
KERNEL
  local wanted=$1 text=$2 what=$3
  shift 3
  answers "$wanted" "$text" "shared memory, $what" "$folder/shared.ptx" "$@"
}
shares 0 'block 32 (assumed), shared 160 (assumed); in: u32[32] holds anything' ''
shares 0 'shared 160 (assumed); in' 'and.b32 %r6, %r2, 31; mad.lo.u32 %r4, %r6, 4, %r3;'
shares 1 'out-of-bounds REFUTED' '' --shared 156
shares 0 'block 32; in: u32[32] holds anything' '' --shared 160 --block 32
shares 2 'does not follow: an index depends on inputs' 'mad.lo.u32 %r4, %r2, 4, %r3;'
shares 2 'does not follow: an index is behind' 'add.u32 %r4, %r4, 49152;'
# Two kernels have as much as one of them needs.
shares 0 'shared 160 (assumed)' ''
sed 's/+32\]/+64]/' "$folder/shared.ptx" >"$folder/farther.ptx"
for pair in 'shared farther' 'farther shared'; do
  read -r first second <<<"$pair"
  status=0
  output=$("$program" equal "$folder/$first.ptx" "$folder/$second.ptx" 2>&1) || status=$?
  [ $status = 0 ] && grep -qF 'shared 192 (assumed)' <<<"$output" || fail "equal $pair: exit $status: $output"
done

cat >"$folder/long.ptx" <<'KERNEL'
// warplaw: block=1 out=u32[1]:any
// warplaw: ensures out[0] == 20000
.version 7.8
.target sm_80
.address_size 64
.visible .entry long(.param .u64 .ptr .align 4 out) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  .reg .pred %p;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, 0;
again:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p, %r1, 20000;
  @%p bra again;
  st.global.u32 [%rd1], %r1;
  ret;
}
KERNEL
agree 46 verify "$folder/long.ptx"

# A store that is done under a condition: does some input come there?
under() { # EXIT TEXT CONDITION [OPTION]..: %p, of two numbers %r2 and %r3, whose product is {%r5,%r4}
  cat >"$folder/under.ptx" <<KERNEL
.version 7.8
.target sm_80
.address_size 64
.visible .entry under(.param .u64 .ptr .align 4 in, .param .u64 .ptr .align 4 out) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.global.u32 %r2, [%rd1];
  ld.global.u32 %r3, [%rd1+4];
  mul.lo.u32 %r4, %r2, %r3;
  mul.hi.u32 %r5, %r2, %r3;
  $3
  @!%p1 ret;
  st.global.u32 [%rd2], %r2;
  ret;
}
KERNEL
  local wanted=$1 text=$2 what=$3
  shift 3
  answers "$wanted" "$text" "a store where $what" "$folder/under.ptx" --block 1 --arg 0=u32[2]:any --arg 1=u32[1] "$@"
}
never='No input comes, without an error before, to: ' store='under.ptx:16 (undefined-lane, uninitialised, out-of-bounds, misaligned, race)'
under 0 "$never$folder/$store" 'mul.lo.u32 %r6, %r2, %r2; and.b32 %r6, %r6, 3; setp.eq.u32 %p1, %r6, 2;' # of a square
under 0 '"reached":"never"' 'mul.lo.u32 %r6, %r2, %r2; and.b32 %r6, %r6, 3; setp.eq.u32 %p1, %r6, 2;' --json
under 0 'race PROVED absent' 'setp.eq.u32 %p1, %r2, 0x12345678;' # a solver finds it
"$program" verify "$folder/under.ptx" --block 1 --arg '0=u32[2]:any' --arg '1=u32[1]' | grep -qF 'input comes to' &&
  fail "a store that one input comes to: $(cat "$folder/under.ptx")"
# the product of two primes, which nobody finds within the limit of this question: it is said, and is no failure
under 0 "It is not known whether an input comes to: $folder/$store" \
  'setp.eq.u32 %p1, %r4, 0xd8fad5d3; setp.eq.and.u32 %p1, %r5, 0xabd2101a, %p1;' --timeout 2

# What some input comes to is not named: lanes that read a guard which never holds, one of two stores on a line, and what
# another order of blocks, or another schedule, comes to.
come() { # WHAT STEPS [OPTION]..
  cat >"$folder/come.ptx" <<KERNEL
.version 7.8
.target sm_80
.address_size 64
.visible .entry come(.param .u64 .ptr .align 4 in, .param .u64 .ptr .align 4 out) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd3, %rd2, %rd3;
  $2
  ret;
}
KERNEL
  local what=$1 output
  shift 2
  output=$("$program" verify "$folder/come.ptx" --arg 0=u32[32]:any --arg 1=u32[32] "$@" 2>&1) || true # CHECKED: 3
  grep -qE 'out-of-bounds (PROVED|CHECKED)' <<<"$output" && ! grep -qF "$never" <<<"$output" || fail "come, $what: $output"
}
come 'a guard' 'setp.ge.u32 %p1, %r1, 32; @%p1 bra done; st.global.u32 [%rd3], %r1; done:' --block 32
come 'a line' 'mul.lo.u32 %r2, %r1, %r1; and.b32 %r2, %r2, 3; setp.eq.u32 %p1, %r2, 2; st.global.u32 [%rd3], %r1; @%p1 st.global.u32 [%rd3], %r2;' --block 32
come 'an order' 'mov.u32 %r2, %ctaid.x; atom.global.add.u32 %r3, [%rd1], 1; setp.ne.u32 %p1, %r2, %r3; @!%p1 ret; st.global.u32 [%rd2], %r3;' --block 1 --grid 2
come 'a schedule' 'activemask.b32 %r2; setp.ne.u32 %p1, %r2, 0xffffffff; @!%p1 ret; st.global.u32 [%rd3], %r2;' --block 32

# A launch that is too large: the line, and how far it was followed.
limit='time: 0.1 s were not enough (--timeout): followed as far as block 0,0,0 of 1,1,1, warp 0 of 1, in '
for command in 'verify' "equal $folder/long.ptx"; do
  status=0
  # shellcheck disable=SC2086 # words
  output=$("$program" $command "$folder/long.ptx" --timeout 0.1 2>&1) || status=$?
  [ $status = 3 ] && grep -qF "$limit" <<<"$output" && grep -qF " steps of warps ($folder/long.ptx:1" <<<"$output" ||
    fail "$command, a launch that is too large: exit $status: $output"
done

# Arrays that grow with the turns of a loop: few turns are looked at. Where they do not, or somebody says how many, all.
turns() { # EXIT TEXT NEXT STORE [OPTION]..
  cat >"$folder/turns.ptx" <<KERNEL
.version 7.8
.target sm_80
.address_size 64
.visible .entry turns(.param .u64 .ptr .align 4 out, .param .u32 n) {
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .reg .pred %p;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
again:
  setp.le.u32 %p, %r1, %r2;
  @%p ret;
  $4
  $3
  bra again;
}
KERNEL
  local wanted=$1 text=$2 what=$3
  shift 4
  answers "$wanted" "$text" "turns of a loop, $what" "$folder/turns.ptx" --block 2 "$@"
}
store='st.global.u32 [%rd3], %r2;' next='add.u32 %r2, %r2, 2;'
turns 3 'CHECKED holds for: bound 4 of loops' "$next add.s64 %rd3, %rd3, 8;" "$store"
turns 3 'out: u32[12] holds anything (assumed)' "$next add.s64 %rd3, %rd3, 8;" "$store"
turns 3 'CHECKED holds for: bound 6 of loops' "$next add.s64 %rd3, %rd3, 8;" "$store" --unroll 6
turns 1 'CHECKED holds for: bound 64 of loops' "$next" "$store"
late='setp.eq.u32 %p, %r2, 100; @%p st.global.u32 [%rd3], %r2;' # in a turn that is not followed
turns 3 "It is not known whether an input comes to: $folder/turns.ptx:16 (" "$next" "$late" --unroll 6 --arg "out=u32[2]"
turns 0 'bound PROVED' 'min.u32 %r1, %r1, 9; sub.u32 %r1, %r1, 1;' "$store"
turns 0 'race PROVED absent, 1 place' 'shr.u32 %r1, %r1, 1;' "$store" # ends without a solver

# The kernel copies four numbers; out has a fifth, which nobody writes.
says() { # EXIT TEXT ENSURES [REQUIRES]
  {
    echo "// warplaw: block=4 in=u32[4]:any out=u32[5] signed=s32[2]:any small=u8[4]:any"
    [ -z "${4:-}" ] || echo "// warplaw: requires $4"
    echo "// warplaw: ensures $3"
    cat <<'KERNEL'
.version 7.8
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 in, .param .u64 out, .param .u64 signed, .param .u64 small) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  st.global.u32 [%rd5], %r2;
  ret;
}
KERNEL
  } >"$folder/copy.ptx"
  answers "$1" "$2" "$3" "$folder/copy.ptx"
}
says 0 PROVED 'all(i, 0, 3, out[i] == in[i])'
says 1 REFUTED 'out[4] <= 5' # may be anything
says 0 PROVED 'out[4] == out[4]'
says 0 PROVED 'in[0] < 4 ==> out[in[0]] == in[in[0]]'
says 1 REFUTED 'out[in[0]] == in[in[0]]' # where there is no such element
says 1 REFUTED '!(out[in[0]] != in[in[0]])'
says 1 REFUTED 'out[0] == 0' 'in[in[0]] == 0' # nothing is assumed of what is not there
says 1 REFUTED 'in[0] / in[1] == in[0] / in[1]' # nor a quotient
says 0 PROVED 'in[1] != 0 ==> in[0] / in[1] <= in[0]'
says 2 'has more than 8 bits' 'small[0] != 256'
says 2 'has more than 8 bits' 'out[0] == in[0]' 'small[0] < 256'
says 2 'runs over all elements' 'out[b] == in[b]'
says 2 'is of the launch already' 'sum(in, 0, 1, small[in]) == 0'
says 0 PROVED 'all(t, 0xffffffffffffffff, 0xffffffffffffffff, t + 1 == 0)'
# of no number at all: what stands before the first one
says 0 PROVED 'all(i, 0, 3, sum(t, 0, i - 1, out[t]) + in[i] == sum(t, 0, i, in[t])) && sum(t, -1, 1, t) == 0'
says 1 REFUTED 'all(i, 0, 3, sum(t, 0, i - 1, out[t]) == sum(t, 0, i, in[t]))'
says 0 PROVED 'all(t, 3, 2, out[t] != in[t]) && !any(t, 3, 2, out[t] == in[t]) && count(t, 3, 2, out[t] == in[t]) == 0'
says 1 REFUTED 'any(t, 3, 2, out[t] == in[t])'
says 1 REFUTED 'out[3] == 0' 'all(t, 3, 2, in[t] == 0)'
says 3 VACUOUS 'out[3] == 0' 'any(t, 3, 2, in[t] == 0)'
says 0 PROVED 'sumf(t, 1, 0, in[t], 1.5) == 0x3fc00000'
says 0 PROVED 'signed[0] <= max(t, 0, 1, signed[t])'
says 1 REFUTED 'in[0] <= max(t, 0, 1, signed[t])' 'in[0] == 5'
# comparisons as in C: without a sign where one as wide as the others has none, be it a number
says 0 PROVED 'signed[0] > in[0] && max(t, 0, 1, signed[t]) > in[0]' 'signed[0] == -1 && signed[1] == 3 && in[0] == 0'
says 0 PROVED 'signed[0] < small[0] && signed[0] > 0x80000000' 'signed[0] == -1'
says 0 PROVED 'signed[0] < (1 << in[0]) && signed[0] < count(t, 0, 3, in[t] >= 0)' 'signed[0] == -1 && in[0] == 0'
says 0 PROVED 'in[0] < max(t, 0, 0, signed[t]) && out[0] == max(t, 0, 1, signed[t])' 'signed[0] == -1 && signed[1] == 5 && in[0] == 5'
# they stand before equalities, and numbers have a sign
says 0 PROVED 'out[0] == signed[0] < -5 / 2 && -7 >> 1 == -4' 'signed[0] == -3 && in[0] == 1'
says 0 PROVED '((in[0] < 7) - 2) >> 1 == -1 && (signed[0] >> in[0]) / 2 == -1' 'signed[0] == -5 && in[0] == 1'
says 0 PROVED 'in[0] == 0xffffffff / 2' 'in[0] == 0x7fffffff'
says 2 'octal' 'in[0] == 010'
# C computes with no words narrower than an int: what is lost is what a word has no bits for
says 0 PROVED 'small[0] == (small[1] + small[2]) >> 1' 'small[0] == 200 && small[1] == 255 && small[2] == 145'
says 0 PROVED 'small[0] + small[1] > 255 && small[0] - small[1] < 0 && -1 < small[0]' 'small[0] == 100 && small[1] == 200'
says 0 PROVED 'small[2] == small[0] - small[1]' 'small[0] == 100 && small[1] == 200 && small[2] == 156'
says 1 REFUTED 'small[0] + small[1] < small[0]' 'small[1] > 0'
# division and shifts likewise: narrower numbers without a sign do not decide
says 0 PROVED 'signed[0] / 2 == -3 && signed[0] % 2 == -1 && signed[0] >> 1 == -4' 'signed[0] == -7'
says 0 PROVED 'signed[0] / 8 == 0 && signed[0] % 8 == -7 && signed[0] / 4 == -1 && signed[0] % 4 == -3' 'signed[0] == -7'
says 0 PROVED 'signed[0] == signed[0] / 8 * 8 + signed[0] % 8 && signed[0] % 8 + 7 <= 14 && signed[0] / 1 == signed[0]'
says 0 PROVED 'in[0] == in[0] / 8 * 8 + in[0] % 8 && in[0] % 8 < 8 && in[0] / 1 == in[0]'
says 0 PROVED 'signed[0] / -2 == 3 && signed[0] % -2 == -1' 'signed[0] == -7'
says 0 PROVED 'signed[0] / in[0] == 0x7ffffffc && signed[0] % in[0] == 1' 'signed[0] == -7 && in[0] == 2'
says 0 PROVED 'signed[0] / small[0] == -3 && signed[0] % small[0] == -1' 'signed[0] == -7 && small[0] == 2'
says 0 PROVED 'in[0] >> 31 == signed[0]' 'in[0] == 0x80000000 && signed[0] == 1'
says 1 REFUTED 'signed[0] / signed[1] == signed[0] / signed[1]'
says 3 VACUOUS 'out[0] == 5' 'in[0] < in[1] && in[1] < in[0]'
# floats: bits of trees of operations
says 0 PROVED 'out[0] +f out[1] == in[1] +f in[0]'
says 0 PROVED 'sumf(t, 0, 2, in[t]) == (in[0] +f in[1]) +f in[2]'
says 0 PROVED 'sumf_near(t, 0, 3, in[t]) == (in[0] +f in[1]) +f (in[2] +f in[3])'
says 0 PROVED 'sumf_far(t, 0, 3, in[t]) == (in[0] +f in[2]) +f (in[1] +f in[3])'
says 0 PROVED 'mad.f32(out[0], in[1], -1.5) == fma.rn.f32(in[1], in[0], 0xbfc00000)'
says 2 'has a point' 'out[0] == in[0] +f 1'
says 2 'floats of 32 are computed with' 'out[0] == in[0] +f small[0]'
says 2 'is no operation of floats' 'out[0] == add.u32(in[0], in[1])'
says 2 'can be halved' 'out[0] == sumf_near(t, 0, 2, in[t])'

# a tree that is shown is a statement that holds
file=corpus/ptx/proved/float_butterfly_right.ptx
tree=$("$program" verify $file --tree 'out[5]' </dev/null 2>/dev/null | sed -n '/^tree/{n;p;}')
sed "s/^\/\/ warplaw: ensures.*/\/\/ warplaw: ensures out[5] == $tree/" $file >"$folder/tree.ptx"
output=$("$program" verify "$folder/tree.ptx" </dev/null 2>/dev/null) || fail "exit $? with the tree: $output"
grep -qF "ensures out[5] == $tree PROVED" <<<"$output" || fail "the tree $tree is not PROVED: $output"
exit $bad
