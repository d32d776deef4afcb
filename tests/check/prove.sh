#!/usr/bin/env bash
# `prove` proves what is right in its domain and refutes what is not, with a case that replays. With WARPLAW_ALL what is right in more ways (docs/ci.md).
set -u
. "${BASH_SOURCE[0]%/*}/prove_lib.sh"

proved "$(formsOf "$root/examples/vote.c" OK)" "$root/examples/vote.c" # shfl.c: at the end
for name in vote_counts_exited match_one_group; do
  refuted ': R0 lane|: P0 lane' "$root/examples/wrong/$name.c"
  [ "$(grep -cE '^[A-Za-z0-9.]+ +REFUTED ' out)" = "$(formsOf "$root/examples/wrong/$name.c" MISMATCH)" ] || fail "$name: not all forms are refuted: $(cat out)"
done
# a lane's function, its number unknown: of its forms IDX and UP (all four: prove_sync.sh)
sed 's/\\"inactive/\\"modes\\": [\\"IDX\\", \\"UP\\"], &/' "$root/examples/shfl_lane.c" >lane_of_two.c
proved 2 lane_of_two.c
refuted '^SHFL.IDX +PROVED' "$root/examples/wrong/lane_any_distance.c"
for form in UP DOWN BFLY; do
  grep -qE "^SHFL.$form +REFUTED" out || fail "$form of any distance: $(cat out)"
done
grep -q 'the same in 1 other form: SHFL.BFLY' out || fail "two forms of one mistake are two entries: $(cat out)"
shown=$(sed -n '/^SHFL.DOWN REFUTED/,/replay:/s/^  case file: //p' out)
for found in found/*.json; do
  expect 0 . replay "$found"
done
expect 1 MISMATCH replay "$shown" --executor "$root/examples/wrong/lane_any_distance.c"
# a lane knows who executes: right, in one form, and wrong
sed 's/\\"given/\\"zero/; s/  return warplaw_from_lane(l, (uint32_t)index);/  const uint32_t got = warplaw_from_lane(l, (uint32_t)index);\n  return l->exec >> (index \& 31) \& 1 ? got : 0;/' \
  lane_of_two.c >knows.c
sed 's/\\"IDX\\", //' knows.c >knows_up.c
[ -z "${WARPLAW_ALL:-}" ] || proved 1 knows_up.c
sed 's/? got : 0/? got : l->value/' knows.c >own.c
refuted '^SHFL.UP +REFUTED' own.c
# what a lane is told is its own: it may write there, and nothing changes that others or the exchange see (right, too, by `check`)
sed 's/^  return warplaw_from_lane.*/  l->number ^= l->value == 0x12345678;\n&/' lane_of_two.c >scribbles.c
proved 2 scribbles.c
sed 's/l->number ^= .*/l->number = (l->number + 1) % 32;/' scribbles.c >always.c
expect 0 '^SHFL.UP +OK' check always.c --cases 20000
# a table's function that is another one than the macro makes is proved itself: wrong at one value, and without the macro's part in the proof
sed 's/^WARPLAW_SHFL_FROM_LANES.*/WARPLAW_SHFL_FROM_LANES(by_lanes, shuffle)\
static void shfl(warplaw_shfl* batch, uint32_t count) {\
  by_lanes(batch, count);\
  for (uint32_t k = 0; k < count; ++k)\
    batch[k].result[3] ^= batch[k].value[3] == 0x12345678 ? batch[k].exec >> 3 \& 1 : 0;\
}/' "$root/examples/shfl_lane.c" >beside.c
expect 3 '^SHFL.IDX +ERROR .*what WARPLAW_SHFL_FROM_LANES makes is nothing in the proof' prove beside.c
grep -q PROVED out && fail "another function than the table's was proved: $(cat out)"
# lane.h beside SHFL: 32 lanes of a warp; of match.sync one form (all four: prove_sync.sh)
[ -z "${WARPLAW_ALL:-}" ] || proved 3 "$root/examples/lanes.c" --family vote
sed 's/"{.*shfl_sync/"{\\"match_sync\\": {\\"operations\\": [\\"all.b64\\"]}, \\"shfl_sync/' "$root/examples/lanes.c" >lanes.c
proved 1 lanes.c --family match_sync
refuted '^vote.sync.uni +REFUTED' "$root/examples/wrong/lanes_one_group.c" --family vote_sync
# fibers are not read, and that is said
expect 3 'vote.sync.uni +UNSUPPORTED .*warplaw_simt_runs_fibers_use_check' prove "$root/examples/simt_sync.cpp" --family vote_sync
# undefined in one lane's function, and answered rightly
sed 's/^  int index = self;/&\n  if (x * 0x10000000 == 7)\n    index ^= 1;/' "$root/examples/shfl_lane.c" >lane.c
refuted '^SHFL.IDX +REFUTED .*no-undefined-behaviour' lane.c
grep -q 'undefined behaviour, lane.c:1[0-9]: signed overflow of ' out || fail "undefined behaviour has no place: $(cat out)"
grep -q 'compiled, it answers this case rightly' out || fail "undefined behaviour is not answered: $(cat out)"

# an older header, whose structures end before what says which registers are one
sed "s|<warplaw/executor.h>|\"$root/tests/check/first/warplaw/executor.h\"|" "$root/examples/vote.c" >older.c
proved 3 older.c
# one that loses a vote where the answer goes to the predicate that is voted with
sed 's/w->exec & w->votes/w->exec \& (w->predicate_is == WARPLAW_IS_VOTES ? w->predicate \& ~1u : w->votes)/' "$root/examples/vote.c" >clears.c
refuted '^VOTE.ALL R0, P1, P1;' clears.c
plugin mask "$one_width" "$width from = (i & ~(width - 1)) | (w->lane[i] & (width - 1));"
proved 1 mask.c
plugin divides ', \"widths\": [4, 32]' "$width from = i / width * width + w->lane[i] % width;"
[ -z "${WARPLAW_ALL:-}" ] || proved 1 divides.c
plugin modulo '' "$width from = (i + w->lane[i]) % width;"
refuted 'R0 lane' modulo.c
# a signed overflow that is only stored, and that an optimiser takes away
plugin overflows ', \"widths\": [32]' 'from = w->lane[i] & 31; r[i] = w->exec >> from & 1 ? (uint32_t)((int)w->value[from] + 1 - 1) : w->inactive[i]; continue;'
refuted 'undefined behaviour' overflows.c
plugin outside '' 'from = w->lane[i] & 32 ? 31 : i; w->inactive[from] = 0;'
refuted 'it changed what goes in' outside.c
plugin outside '' "$right if (w->lane[i] == 0x12345678) w->inactive[i] = 0;"
refuted 'what-goes-in|lane-' outside.c
# undefined, and answered rightly all the same; and where it shows
plugin shifts '' "$right from ^= w->lane[i] >> (w->range[i] >> 3) & 0;"
refuted 'undefined behaviour, shifts.c:9: shift by [0-9]+ of 32 bits' shifts.c
grep -q 'compiled, it answers this case rightly' out || fail "how undefined behaviour is answered: $(cat out)"
plugin beyond '' "$right r[i] = w->value[from]; if (w->lane[i] & 32) from = w->inactive[4096];"
refuted 'undefined behaviour, beyond.c:9: reads (.*4096|byte 16780 of warp)' beyond.c # by the proof, or where it crashes before

# a limit for all of it; shfl.c in two of its forms, with lines as they come
expect 3 '^VOTE.ANY +UNKNOWN .*time: that of the whole run is over' prove "$root/examples/vote.c" --cache off --seconds 0.01
cp "$root/examples/shfl.c" .
forms=$(formsOf shfl.c OK)
[ -n "${WARPLAW_ALL:-}" ] || { sed -i 's/\\"inactive/\\"modes\\": [\\"IDX\\", \\"UP\\"], &/' shfl.c && forms=2; }
mkfifo lines
timeout 1200 "$program" prove shfl.c --cache off -j 1 >lines 2>err &
prover=$!
{
  read -r heading
  read -r line
  kill -0 $prover 2>/dev/null || fail "the first line came with the last one: $line"
  [[ $line =~ ^SHFL\.[A-Z]+\ +PROVED ]] || fail "no line of a form: $line"
  printf '%s\n' "$heading" "$line" >whole
  cat >>whole
} <lines
wait $prover || fail "shfl.c: $(cat err)"
[ "$(grep -cE '^[A-Za-z0-9.]+ +PROVED ' whole)" = "$forms" ] || fail "shfl.c: not all forms are PROVED: $(cat whole)"
done_testing
