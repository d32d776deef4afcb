#!/usr/bin/env bash
# Loops whose end no launch bounds (docs/ptx.md): each of corpus/ptx/invariants is PROVED with its invariant; what is
# changed in it below, in the invariant or in the kernel, is not.
#   invariants.sh PROGRAM ROOT
set -euo pipefail
program=$1 root=$2
cd "$root/corpus/ptx/invariants"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bad=0
fail() { echo "$*"; bad=1; }
count=0
for file in *.ptx; do
  status=0
  output=$("$program" verify "$file" </dev/null 2>/dev/null) || status=$?
  count=$((count + 1))
  [ $status = 0 ] || fail "$file: exit $status, not 0: $output"
  grep -qE 'UNKNOWN|CHECKED|ERROR|REFUTED' <<<"$output" && fail "$file: not all is PROVED: $output"
  for part in 'on entry' step 'after the loop'; do
    grep -q "^  invariant $part: .* PROVED" <<<"$output" || fail "$file: invariant $part is not PROVED: $output"
  done
done
[ $count -ge 2 ] || fail "only $count kernels"

changed() { # FILE EXIT TEXT SED..
  local status=0 output file=$1 wanted=$2 text=$3
  shift 3
  sed "$@" "$file" >"$folder/$file"
  cmp -s "$file" "$folder/$file" && fail "$file: $* changes nothing"
  output=$("$program" verify "$folder/$file" </dev/null 2>&1) || status=$?
  [ $status = "$wanted" ] && grep -qF "$text" <<<"$output" || fail "$file, $*: exit $status, not $wanted with '$text': $output"
}
# wrong when lanes come, which a run shows; not kept by a turn; a body that is wrong
changed search.ptx 1 'a run breaks it when it comes to the loop' -e 's/invariant LOOP: /invariant LOOP: %r3 < 8 \&\& /'
changed search.ptx 1 'a run breaks it after a turn' -e 's/add.u32 %r2, %r5, 1/add.u32 %r2, %r5, 2/'
# not kept by a state that no run comes to; kept, but too weak for what is said after the loop
changed even.ptx 3 'UNKNOWN: REFUTED of a state that the invariant admits' -e 's/%r2 % 2 == 0/%r2 != 7/'
changed even.ptx 3 'it fails in a state that an invariant admits, perhaps never reached' -e 's/ && %r2 % 2 == 0//'
# a turn that is not the first: a store, a place, a word that the turn before left
changed even.ptx 1 'ensures out[0] == 0 REFUTED' -e 's/^LOOP:/&\n  setp.eq.u32 %p1, %r2, 4;\n  @%p1 st.global.u32 [%rd1], %r2;/'
changed even.ptx 1 'out-of-bounds REFUTED' -e 's/^LOOP:/&\n  st.global.u32 [%rd1], 0;\n  add.s64 %rd1, %rd1, 4;/'
changed even.ptx 3 'uninitialised UNKNOWN: it shows in a state that an invariant admits' \
  -e 's/^LOOP:/&\n  setp.eq.u32 %p1, %r2, 5;\n  @%p1 st.global.u32 [%rd1+4], %r3;/' -e 's/%r2 % 2 == 0/%r2 < 10/'
# one lane at the end of a turn, and another one at the beginning of the next
atom() { echo "  setp.eq.u32 %p3, %r2, 0x12345678;\n  setp.eq.and.u32 %p3, %r1, $1, %p3;\n  @%p3 atom.global.exch.b32 %r3, [%rd1], %r1;\n"; }
sync='  bar.warp.sync 0xffffffff;\n'
changed vote.ptx 3 'depends-on-order UNKNOWN: ' \
  -e "s/^LOOP:/$sync&\n$(atom 1)$sync/" -e "s/^  setp.ne/$(atom 0)&/"
# bad input
changed vote.ptx 2 'no label of the entry is THERE' -e 's/invariant LOOP/invariant THERE/'
changed vote.ptx 2 'this loop has an invariant, at' -e 's/^\(.*\)invariant LOOP: .*/&\n\1invariant LOOP: 1 == 1/'
changed vote.ptx 2 'no loop is around it' -e 's/invariant LOOP:/invariant/'
changed vote.ptx 2 'no register is %r99' -e 's/%r2 == 0/%r99 == 0/'
changed vote.ptx 2 'registers are named in invariants alone' -e 's/ensures out\[b\] == /ensures %r2 == /'
changed search.ptx 2 'ghost key is made of itself' -e 's/ghost key() = .*/ghost key() = key()/'
exit $bad
