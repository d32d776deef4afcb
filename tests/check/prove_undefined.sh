#!/usr/bin/env bash
# Undefined behaviour that `prove` finds is shown with its case and the access, each kind of it, by the numbers of that very case; also where the compiled code
# happens to answer rightly, and of a lane's function.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
limit=300

# plugin NAME BODY: executing lanes of a full warp; `x`: what lane i holds in its Sb, of which nothing is promised
plugin() {
  cat >"$1.c" <<C
#include <stdlib.h>
#include <warplaw/executor.h>
static uint32_t use(uint32_t i, uint32_t x) {
  (void)i;
  $2
}
static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_shfl* const w = &batch[k];
    for (uint32_t i = 0; i < 32; ++i) {
      const uint32_t from = w->lane[i] & 31;
      if (w->exec >> i & 1)
        w->result[i] = (w->exec >> from & 1 ? w->value[from] : w->inactive[i]) + use(i, w->lane[i]);
    }
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {
      WARPLAW_TABLE, .name = "$1",
      .domain = "{\"profile\": \"cuda\", \"shfl\": {\"modes\": [\"IDX\"], \"widths\": [32], \"outputs\": [\"result\"], \"inactive\": \"given\"}}",
      WARPLAW_IMPLEMENTS(shfl, shfl)};
  return abi ? &table : 0;
}
C
}
# shown NAME WHAT: REFUTED by undefined behaviour at the line of the body, said like this, and a case that replays; whether the proof finds it or, where the
# compiled code crashes, the half second of `check` that goes first
shown() {
  expect 1 '^SHFL.IDX +REFUTED +([0-9]+ obligations?.*no-undefined-behaviour|SIG[A-Z]+ at )' prove "$1.c" -o "$1" --family shfl
  grep -qE "^SHFL.IDX REFUTED: undefined behaviour, $1.c:5: $2" out || fail "$1: no '$2': $(cat out)"
  grep -qE "^(compiled, it answers this case rightly\$|compiled: |R0 lane [0-9]+: expected .*, got |SIG[A-Z]+( at address 0x[0-9a-f]+)?( in $1\.c:[0-9]+)?\$)" out || fail "$1: nothing is said of the compiled code: $(cat out)"
  grep -q 'then : ' out && fail "$1: an empty place: $(cat out)"
  grep -qE '^  lane  ' out || fail "$1: no case is shown: $(cat out)"
  cp out "$1.out"
  expect 0 '^ok ' replay "$1"/*.json
}
rightly() { grep -q '^compiled, it answers this case rightly$' "$1.out" || fail "$1 answers rightly: $(cat "$1.out")"; }

# each kind: its name, the body, what is said; every second one (all with WARPLAW_ALL: docs/ci.md)
kinds() {
  cat <<'ROWS'
reads@uint32_t r[32] = {0}; return r[x];@reads r\[[0-9]+\] of 32
writes@uint32_t r[32] = {0}; r[x & 63] = 1; return r[0] & 0;@writes r\[(3[2-9]|[45][0-9]|6[0-3])\] of 32
shifts@return (i << (x & 63)) & 0;@shift by (3[2-9]|[45][0-9]|6[0-3]) of 32 bits
negative@uint32_t r[32] = {0}; return r[(int)(x & 31) - 1];@reads r\[-1\] of 32
adds@return (uint32_t)((int)x + 1) & 0;@signed overflow of 2147483647 \+ 1 in 32 bits
multiplies@return (uint32_t)((int)x * 3) & 0;@signed overflow of -?[0-9]+ \* 3 in 32 bits
unset@uint32_t r[2]; if (x & 1) r[0] = 0; return r[0] ? 0 : 0;@reads r\[0\] of 2 where nothing was ever set
divides@return (i / (x & 63)) & 0;@division of [0-9]+ by zero
null@const uint32_t* const none = x & 1 ? &i : 0; return *none & 0;@reads .*null
overflows@return (uint32_t)((int)(1u << 31) / (int)x) & 0;@(division of -2147483648 by zero|signed overflow of -2147483648 / -1 in 32 bits)
trap@if (x == 77) __builtin_trap(); return 0;@stops by a trap
unreachable@if (x == 77) __builtin_unreachable(); return 0;@reaches what is never reached
leading@return (uint32_t)__builtin_clz(x & 1) & 0;@counts the zeros of 0
ROWS
}
while IFS=@ read -r name body what; do
  plugin "$name" "$body"
  shown "$name" "$what"
done < <(kinds | some 2)
index=$(sed -n 's/.*reads r\[\([0-9]*\)\] of 32.*/\1/p' reads.out)
[ "${index:-0}" -ge 32 ] || fail "an index inside: $(cat reads.out)"
grep -qE "^  [0-9]+ .* $(printf '0x%x' "$index") " reads.out || fail "the index is not the case's: $(cat reads.out)"
rightly shifts
rightly adds

# without places in the source, too
"$3" -std=c11 -O1 -fno-strict-aliasing -I"$root/include" -Xclang -disable-llvm-passes -emit-llvm -c shifts.c -o shifts.bc
expect 1 '^SHFL.IDX REFUTED: undefined behaviour: shift by [0-9]+ of 32 bits' prove shifts.bc -o bitcode
# the same in several forms is one entry, as `check` has it
cat >forms.c <<'C'
#include <warplaw/executor.h>
static void vote(warplaw_vote* batch, uint32_t count) {
  for (warplaw_vote* w = batch; w != batch + count; ++w) {
    const uint32_t yes = w->votes & w->exec, poison = (uint32_t)((int)yes + 1) & 0;
    for (uint32_t i = 0; i < 32; ++i)
      if (w->exec >> i & 1)
        w->ballot[i] = yes | poison;
    const uint32_t holds = w->mode == WARPLAW_VOTE_ALL ? yes == w->exec : w->mode == WARPLAW_VOTE_ANY ? yes != 0 : yes == 0 || yes == w->exec;
    w->predicate = (w->predicate & ~w->exec) | (holds ? w->exec : 0);
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "forms", .domain = "{\"vote\": {}}", WARPLAW_IMPLEMENTS(vote, vote)};
  return abi ? &table : 0;
}
C
expect 1 '^  the same in 2 other forms: VOTE.ANY, VOTE.EQ$' prove forms.c -o forms
[ "$(grep -c ' REFUTED: undefined behaviour, forms.c:4: signed overflow of 2147483647 + 1 in 32 bits; then .*leaves ballot\[' out)" = 1 ] || fail "not one entry: $(cat out)"
# a container's operator gives a reference: which index, and of how many
cat >containers.cpp <<'CPP'
#include <array>
#include <warplaw/executor.h>
static void vote(warplaw_vote* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_vote& w = batch[k];
    const std::array<uint32_t, 4> parts{w.votes & w.exec, 0, 0, 0};
    const uint32_t yes = parts[0] | (parts[w.votes == 0x12345678 ? w.exec & 7 : 1] & 0);
    for (uint32_t i = 0; i < 32; ++i)
      if (w.exec >> i & 1)
        w.ballot[i] = yes;
    w.predicate = (w.predicate & ~w.exec) | (yes ? w.exec : 0);
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "containers", .domain = R"({"vote": {"modes": ["ANY"]}})", WARPLAW_IMPLEMENTS(vote, vote)};
  return &table;
}
CPP
expect 1 'undefined behaviour, .*: the returned value points at parts(\.0)?\[[4-7]\] of 4' prove containers.cpp -o containers
# a lane's function, which answers what `check` asks rightly
sed 's/^  int index = self;/&\n  if (x * 0x10000000 == 7)\n    index ^= 1;/' "$root/examples/shfl_lane.c" >lane.c
expect 1 'REFUTED: undefined behaviour, lane.c:1[0-9]: signed overflow of ' prove lane.c -o lane
done_testing
