#!/usr/bin/env bash
# What is no executor, what ends its process, what grows: one clear line and exit code 2, or a verdict; the host never goes down with it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"

# plugin NAME 'TABLE' 'BODY': a shuffle whose body is BODY (w: the warp), with a table
plugin() {
  cat >"$1.c" <<C
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warplaw/executor.h>
static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) { warplaw_shfl* w = &batch[k]; $3 }
}
${4:-}
const warplaw_executor* warplaw_executor_open(uint32_t abi) { static const warplaw_executor table = {$2}; return abi ? &table : 0; }
C
}
right='WARPLAW_TABLE, WARPLAW_IMPLEMENTS(shfl, shfl)'
bad() { # what is said, name
  expect 2 "^$2: [a-z]+: .*$1" check "$2" --seconds 0.1 --timeout 0.05
}

bad 'cannot be read' missing.so
mkdir folder.so
bad 'no regular file' folder.so
echo 'no object' >text.so
bad 'no shared object that can be loaded' text.so
echo 'int f(' >broken.c
bad 'error: ' broken.c
echo 'int f;' >nothing.c
bad 'exports no warplaw_executor_open' nothing.c
plugin abi '.abi = 2, .bytes = sizeof(warplaw_executor)' ''
bad 'of ABI 2; accepted: ABI 1' abi.c
plugin bytes '.abi = 1, .bytes = 40' ''
bad '40 bytes' bytes.c
plugin stride 'WARPLAW_TABLE, .shfl = shfl, .shfl_bytes = 640' ''
bad 'shfl_bytes is 640' stride.c
plugin null "$right" ''
sed -i 's/return abi ?.*/return 0; }/' null.c
bad 'gives no table' null.c
plugin domain "$right, .domain = \"shfl: all\"" ''
bad 'JSON|syntax' domain.c
plugin key "$right, .domain = \"{\\\"shfl\\\": {\\\"mode\\\": []}}\"" ''
bad 'mode' key.c
plugin against "$right, .domain = \"{\\\"shfl\\\": {\\\"b\\\": \\\"below-width\\\"}}\"" ''
bad 'contradicts itself' against.c
plugin dies "$right" '' '__attribute__((constructor)) static void dies(void) { abort(); }'
bad 'cannot be loaded: SIGABRT' dies.c
plugin leaves "$right" '' '__attribute__((constructor)) static void leaves(void) { exit(0); }'
bad 'it called exit\(0\)' leaves.c
plugin sleeps "$right" '' '__attribute__((constructor)) static void sleeps(void) { for (volatile int i = 1; i;) ; }'
bad 'no answer after .* of loading' sleeps.c
expect 2 'no family' check "$root/examples/vote.c" --family blend

# what ends its process ends one case
ends() { # what is said, name, body
  plugin "$2" "$right" "$3"
  expect 1 "$1" check "$2.c" --cases 400 --timeout 0.3
}
ends 'SHFL.UP +CRASH' leaving 'if (w->mode == WARPLAW_SHFL_UP) exit(0);'
grep -q 'SHFL.UP CRASH: it called exit(0)' out || fail "not said: $(cat out)"
ends 'SHFL.DOWN CRASH: SIGXFSZ: it wrote more than 1024 KiB' floods 'if (w->mode == WARPLAW_SHFL_DOWN) for (;;) puts("a flood of words");'
ends 'CRASH: it wrote before the batch' before '((volatile uint32_t*)batch)[-1] = 1;'
ends 'CRASH: it changed what goes in' inputs 'w->value[3] += 1;'
ends 'CRASH: SIGSEGV: 0 bytes behind the batch' behind 'if (k + 1 == count) ((volatile uint32_t*)(w + 1))[0] = 1;'
ends 'CRASH: SIGSEGV at address 0x0 in nowhere.c:6$' nowhere '*(volatile int*)0 = 1;'
"${3:-clang-19}" -shared -fPIC -I"$root/include" nowhere.c -o nowhere.so # without debug information nothing is known of it
expect 1 'CRASH: SIGSEGV at address 0x0$' check ./nowhere.so --cases 2000
ends 'CRASH: SIGSEGV' deep 'volatile char deep[1 << 25]; for (int i = 1 << 25; i > 0; i -= 4096) deep[i - 1] = 1;'
ends 'TIMEOUT: no answer after 0.3 s' spins 'if (w->mode == WARPLAW_SHFL_IDX) for (volatile int i = 1; i;) ;'
[ "$(grep -cE '^SHFL\.[A-Z]+ +(TIMEOUT|MISMATCH) ' out)" = 4 ] || fail "other forms were not judged: $(cat out)"

# the case file keeps which executor gave no answer, and why; readers of cases pass over that
plugin ending "$right, .name = \"ending\", .version = \"2\"" 'if (w->mode == WARPLAW_SHFL_DOWN) abort();'
expect 1 '"form":"SHFL.DOWN","status":"CRASH"' check ending.c --cases 2000 --corpus '' -o unanswered --json
python3 - <<'PYTHON' || fail "got of what gave no answer: $(head -c 600 out)"
import json
[shfl] = [f for f in json.load(open("out"))["families"] if f["family"] == "shfl"]
[form] = [f for f in shfl["forms"] if f["form"] == "SHFL.DOWN"]
[ended] = [f for f in form["findings"] if f["status"] == "CRASH"]
assert ended["got"] == {"by": "ending 2", "what": ended["what"], "answer": False} and ended["what"], ended
kept = json.load(open(ended["case"]))
assert kept["got"] == ended["got"] and "expected" in kept, kept
PYTHON
expect 0 ' replayed, 0 mismatches' replay unanswered --quiet

# what ends in several forms in one way is one entry; what was wrong before stands beside it
ends 'the same in 3 other forms: SHFL.UP, SHFL.DOWN, SHFL.BFLY$' everywhere 'if (w->exec == ~0u) abort();'
[ "$(grep -c 'CRASH: SIGABRT' out)" = 1 ] || fail "one mistake, several entries: $(cat out)"
grep -q '^SHFL.IDX MISMATCH: ' out || fail "what was wrong before the end is lost: $(cat out)"
# what it says as it aborts is shown, of the case that is shown; another text is not another mistake
ends 'CRASH: SIGABRT: it says: 0x1 of mode 0 is too much.$' says \
  'if (w->exec & 1) { fprintf(stderr, "first\n0x%x of mode %u is too much\t\n\n", (unsigned)w->exec, (unsigned)w->mode); abort(); }'
[ "$(grep -c 'CRASH: SIGABRT' out)" = 1 ] || fail "one mistake, several entries: $(cat out)"

# many forms that hang: each is found in a part of the time that a batch has, the one that is shown is small, and the others have their seconds
plugin hang 'WARPLAW_TABLE, WARPLAW_IMPLEMENTS(shfl, shfl), WARPLAW_IMPLEMENTS(atoms, atoms)' \
  'if (w->mode == WARPLAW_SHFL_UP && w->exec >> 7 & 1) for (volatile int i = 1; i;) ;' \
  'static void atoms(warplaw_atoms* batch, uint32_t count) { for (volatile int i = 1; i;) ; (void)batch; (void)count; }'
expect 1 'SHFL.UP TIMEOUT: no answer after [0-9.]+ s' check hang.c --seconds 12 -o hang
[ "$(grep -cE '^[A-Z.0-9]+ TIMEOUT: ' out)" = 2 ] || fail "not one entry for what hangs alike: $(cat out)"
sed -n '/^SHFL.UP TIMEOUT/,/replay/p' out | grep -q 'executing lanes: 7$' || fail "what hangs is not made small: $(cat out)"
grep -qE '^SHFL.IDX +MISMATCH +[0-9]+,[0-9]{3}' out || fail "no time for what does not hang: $(cat out)"

# however it hangs, all of it ends four time-outs after --seconds (check/run.h: kMostOver), and what nobody had the time for is said
plugin busy "$right" 'for (volatile int i = 1; i;) ; (void)w;'
plugin asleep "$right" 'extern int pause(void); for (;;) pause(); (void)w;'
plugin one "$right" 'if (w->mode == WARPLAW_SHFL_BFLY) for (volatile int i = 1; i;) ;'
plugin several 'WARPLAW_TABLE, WARPLAW_IMPLEMENTS(shfl, shfl), WARPLAW_IMPLEMENTS(vote, vote), WARPLAW_IMPLEMENTS(ptx, ptx)' 'for (volatile int i = 1; i;) ; (void)w;' \
  'static void vote(warplaw_vote* b, uint32_t n) { for (volatile int i = 1; i;) ; (void)b; (void)n; }
   static void ptx(warplaw_ptx* b, uint32_t n) { for (volatile int i = 1; i;) ; (void)b; (void)n; }'
for name in several asleep one ${WARPLAW_ALL:+busy}; do # what is busy in several families is so in one
  "${3:-clang-19}" -w -std=gnu11 -O1 -shared -fPIC -I"$root/include" "$name.c" -o "$name.so" || fail "$name.c"
  began=$(date +%s%N)
  expect 1 ' TIMEOUT: no answer after ' check "./$name.so" --seconds 2 --timeout 0.5 -o hang
  took=$((($(date +%s%N) - began) / 1000000))
  [ "$took" -lt 7000 ] || fail "$name: $took ms of 2000, and of 2000 more" # to find who hangs, and what else the machine does, takes some time, too
  case $name in
  several) grep -qE '^VACUOUS .*PTX \([0-9]+\): no answer to any case' out || fail "what was not asked is not said: $(cat out)" ;;&
  asleep | several) grep -qE '^not done, as the time was up: [0-9]+ forms? not asked, [0-9]+ cases? not made small' out || fail "$name: $(cat out)" ;;
  esac
done

# a domain that leaves nothing is no pass; one that leaves a fault out is no fault
cp "$root/examples/wrong/shfl.h" .
within() { # name, domain of SHFL, what is spoilt
  { echo "#define DOMAIN \"{\\\"shfl\\\": {\\\"inactive\\\": \\\"zero\\\", ${2//\"/\\\"}}}\""; [ -z "$3" ] || sed 1d "$root/examples/wrong/$3.c"; [ -n "$3" ] || echo '#include "shfl.h"'; } >"$1.c"
}
within narrow '"range": "cuda", "widths": [1], "modes": ["IDX", "UP"]' ''
expect 3 'VACUOUS.*no lane reads another one' check narrow.c --cases 20000
within honest '"range": "cuda", "modes": ["IDX", "UP"]' up_min_lane
expect 0 'outside its domain .no fault.: [0-9,]+ of [0-9,]+ differ' check honest.c --cases 20000
grep -q 'SHFL.DOWN' out && fail "a mode that it does not claim: $(cat out)"
plugin empty 'WARPLAW_TABLE' ''
expect 3 '^NOT-IMPLEMENTED SHFL, VOTE, ' check empty.c
[ "$(grep -c NOT-IMPLEMENTED out)" = 1 ] || fail "not one line: $(cat out)"

# the .sync forms: what is not compared, one group and no more, what nobody promises
synced() { # name, form, its domain
  { echo "#define DOMAIN \"{\\\"$2_sync\\\": {${3//\"/\\\"}}}\""; cat "$root/examples/$2_sync.c"; } >"$1.c"
}
synced uncompared vote '"modes": ["all"], "outputs": ["ballot"]'
expect 3 'vote.sync.all +VACUOUS.*what it gives is not compared' check uncompared.c --cases 2000
synced converged match '"uniform": true'
expect 0 '^match.any.sync.b64 +OK .* several groups: 0,' check converged.c --cases 4000
synced undefined vote '"groups": "any"'
expect 0 '^vote.sync.uni +OK .* not promised: [1-9]' check undefined.c --cases 4000
synced meeting shfl '"groups": "overlapping", "range": "cuda"'
expect 0 '^shfl.sync.bfly +OK .* not promised: 0' check meeting.c --cases 4000
synced alone elect '"exec": "prefix", "leader": "least"'
sed -i 's/greatest(w->membermask\[i\])/least(w->membermask[i])/' alone.c
expect 0 '^elect.sync +OK' check alone.c --cases 4000

# the corpus: what is of the domain comes first, and all of it replays
within told '"modes": ["UP"]' up_min_lane
expect 1 'SHFL.UP MISMATCH' check told.c --cases 1 --seed 5
grep -qE '^SHFL: [1-9][0-9]* cases of the corpus, then 1 case,' out || fail "no corpus: $(cat out)"
expect 2 'nowhere cannot be read' check told.c --corpus nowhere
expect 0 '^[1-9][0-9]* replayed, 0 mismatches, [1-9][0-9]* files not of' replay "$root/corpus" --quiet --executor "$root/examples/shfl.c"
expect 1 ' replayed, [1-9][0-9]* mismatch' replay "$root/corpus" --quiet --executor told.c
expect 2 'executor: VOTE is not implemented' replay "$root/corpus/seeds/vote-any.json" --executor told.c

# a number about which one executor is wrong alone: it is shown, and the case file that says yes alone replays it
sed 's/SAYS_YES(word) .*/SAYS_YES(word) ((word) \&\& (word) != 0x4000)/; s|../cuda_vote.c|'"$root"'/examples/cuda_vote.c|' "$root/examples/wrong/cuda_lowest_bit.c" >number.c
expect 1 '^  predicate: lane 2: 0x4000$' check number.c --cases 5000 --corpus '' -o number
for found in number/*.json; do
  expect 1 '^  predicate: lane 2: 0x4000$' replay "$found" --executor number.c
done

# a structure that has grown
sed -e 's/sizeof(warplaw_shfl)/sizeof(grown)/' -e 's/#include <warplaw.*/&\ntypedef struct { warplaw_shfl now; uint64_t later[2]; } grown;/' -e 's/warplaw_shfl\* batch/warplaw_shfl* first/' \
  -e 's/for (warplaw_shfl\* w = batch; w != batch + count; ++w) {/grown* const batch = (grown*)first;\n  for (uint32_t k = 0; k < count; ++k) {\n    warplaw_shfl* const w = \&batch[k].now;/' \
  -e 's/WARPLAW_IMPLEMENTS(shfl, shfl)/.shfl = shfl, .shfl_bytes = sizeof(grown)/' "$root/examples/shfl.c" >grown.c
expect 0 'SHFL.BFLY +OK' check grown.c --cases 5000

# one from before there was something to say of registers that are one
sed "s|<warplaw/executor.h>|\"$root/tests/check/first/warplaw/executor.h\"|" "$root/examples/vote.c" >older.c
expect 0 'VOTE.EQ +OK' check older.c --cases 5000
grep -q 'a destination is a source' out && fail "it was asked what it cannot know: $(cat out)"
expect 0 'VOTE.EQ +OK .*a destination is a source: [1-9]' check "$root/examples/vote.c" --cases 5000
sed 's/    const uint32_t yes/    w->predicate_is = 0;\n&/' "$root/examples/vote.c" >forgets.c
expect 1 'CRASH: it changed what goes in' check forgets.c --cases 2000

# the report as JSON
expect 0 '"form":"SHFL.UP","status":"OK","cases":[0-9]+,"wrong":0' check "$root/examples/shfl.c" --cases 20000 --json
python3 -c 'import json; json.load(open("out"))' || fail 'no JSON'
done_testing
