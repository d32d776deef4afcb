#!/usr/bin/env bash
# Mistakes of foreign implementations have a name, one each: an executor that makes one is said to behave like it, in the forms that it is in.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
CC=$3
mkdir wrong && cp "$root"/examples/*.c . && cp "$root/examples/wrong/shfl.h" wrong/ && sed -i 's|"shfl.h"|"wrong/shfl.h"|' ./*.c

# like FORM 'NAME RULE' EXECUTOR: the only mistake of that form. Each name is asked for once; with WARPLAW_ALL, in all executors.
declare -A asked=()
like() {
  [[ -n ${WARPLAW_ALL:-} || $1 = ATOMS* || -z ${asked[${2%% *}]:-} ]] || return 0
  asked[${2%% *}]=yes
  expect 1 "^$1 +MISMATCH" check "$3" --cases 12000 --corpus '' -o found
  awk -v RS= -v form="$1" '$2 == "MISMATCH:" && ($1 == form || $0 ~ "other forms?: [^\n]*" form "(,|\n)")' out >entry
  [ "$(grep -c '  replay: ' entry)" = 1 ] || fail "$3: not one mistake of $1: $(cat out)"
  grep -qE "behaves like: (.*, or )?$2( |,|\$)" entry || fail "$3: $1 is not like $2: $(cat entry)"
}
# shuffle NAME 'MACROS': examples/wrong/shfl.h with them
shuffle() { { printf '%s\n' "$2"; echo '#include "wrong/shfl.h"'; } >"$1.c"; }
# edited NAME EXAMPLE SED: an example after that edit, which must change it
edited() {
  sed "$3" "$2.c" >"$1.c"
  cmp -s "$1.c" "$2.c" && fail "$1: the edit changes nothing"
}

sed -e 's/DISTANCE(w->lane\[i\])/(int)w->lane[i]/' -e 's/int b, int clamp/int64_t b, int clamp/' -e 's/b & ~segment & 31/b \& ~(int64_t)segment/' \
  -e 's/int from = 0, in_range = 0/int64_t from = 0; int in_range = 0/' wrong/shfl.h >wrong/signed.h
printf '%s\n' '#define SPOIL_PREDICATE in_range; if (from < 0 || from > 31) in_range = 0' '#include "wrong/signed.h"' >signed.c
sed -i 's/\*p = (uint32_t)(SPOIL_PREDICATE);/*p = (uint32_t)in_range; if (from < 0 || from > 31) from = i;/' wrong/signed.h
sed -i 1d signed.c
like SHFL.DOWN 'b-is-signed .SHFL-9.' signed.c
sed 's/(int)w->lane\[i\]/w->lane[i]/' wrong/signed.h >wrong/wide.h
echo '#include "wrong/wide.h"' >wide.c
like SHFL.DOWN 'high-bits-of-b-count .SHFL-9.' wide.c
shuffle segment '#define SPOIL_SOURCE if (segment) return source(mode, i, b, clamp, 0, p);'
like SHFL.IDX 'segment-ignored .SHFL-1.' segment.c
shuffle range '#define SPOIL_SOURCE if (segment || clamp != (mode == WARPLAW_SHFL_UP ? 0 : 31)) return source(mode, i, b, mode == WARPLAW_SHFL_UP ? 0 : 31, 0, p);'
like SHFL.BFLY 'range-ignored .SHFL-1.' range.c
shuffle clamp '#define SPOIL_SOURCE if (clamp != (mode == WARPLAW_SHFL_UP ? 0 : 31)) return source(mode, i, b, mode == WARPLAW_SHFL_UP ? 0 : 31, segment, p);'
like SHFL.DOWN 'clamp-ignored .SHFL-1.' clamp.c
shuffle bfly '#define SPOIL_SOURCE if (mode == WARPLAW_SHFL_BFLY && (from & segment) != least) in_range = 0;'
like SHFL.BFLY 'butterfly-keeps-the-own-outside-its-segment .SHFL-12.' bfly.c
shuffle first '#define SPOIL_SOURCE { const int most = clamp \& ~segment \& 31; from = mode == WARPLAW_SHFL_IDX ? b \& ~segment \& 31 : from; in_range = mode == WARPLAW_SHFL_UP ? from >= most : from <= most; }'
sed -i 's/\\&/\&/g' first.c
like SHFL.DOWN 'segment-begins-at-lane-0 .SHFL-1.' first.c
shuffle end '#define SPOIL_SOURCE { const int most = clamp & ~segment & 31; in_range = mode == WARPLAW_SHFL_UP ? from >= most : from <= most; }'
like SHFL.IDX 'segment-begins-at-lane-0 .SHFL-1.' end.c
shuffle beginning '#define SPOIL_SOURCE if (mode == WARPLAW_SHFL_IDX) { from = b & ~segment & 31; in_range = from <= ((clamp & ~segment) | (i & segment)); }'
like SHFL.IDX 'segment-begins-at-lane-0 .SHFL-1.' beginning.c
sed 's/b & ~segment & 31/b \& ~segment/' "$root/examples/wrong/shfl.h" >wrong/byte.h
printf '#define DISTANCE(b) ((b) & 255)\n#include "wrong/byte.h"\n' >byte.c
like SHFL.IDX 'high-bits-of-b-count .SHFL-9.' byte.c
sed 's/^    result\[i\] = .*/    { uint32_t left = w->exec; for (uint32_t k = from; left \&\& k; --k) left \&= left - 1; result[i] = left ? w->value[__builtin_ctz(left)] : 0; }/' wrong/shfl.h >wrong/kth.h
echo '#include "wrong/kth.h"' >kth.c
like SHFL.IDX 'k-th-active-lane-taken-for-lane-k .SHFL-7.' kth.c
sed 's|"shfl.h"|"wrong/shfl.h"|' "$root/examples/wrong/in_place.c" >in_place.c
like SHFL.IDX 'destination-read-after-it-was-written .MACH-2.' in_place.c
cp "$root/examples/wrong/vote_guard_last.c" guard.c
like VOTE.ALL 'guard-read-after-it-was-written .MACH-2.' guard.c
edited equal vote 's/all || !any/any ^ all/'
like VOTE.EQ 'equal-is-any-xor-all .VOTE-2.' equal.c
sed 's/= yes;/= pressed(yes, w->exec);/' vote.c >pressed.c
sed -i '/^static void vote(/i static uint32_t pressed(uint32_t word, uint32_t lanes) { uint32_t all = 0; for (int k = 0; lanes; lanes \&= lanes - 1, ++k) all |= (word >> __builtin_ctz(lanes) \& 1) << k; return all; }' pressed.c
like VOTE.ALL 'k-th-voter-taken-for-lane-k .VOTE-1.' pressed.c
edited synced shfl_sync 's/segment = .*;/segment = 0;/'
like shfl.sync.idx 'segment-ignored .SYNC-2.' synced.c
edited uni vote_sync 's/all || !any/any ^ all/'
like vote.sync.uni 'equal-is-any-xor-all .SYNC-3.' uni.c
edited adds atoms 's/#define INCREMENTED.*/#define INCREMENTED(m, b) ((m) + (b))/'
like ATOMS.INC.U32 'inc-adds-its-limit .ATOMS-6.' adds.c
sed -n '/ATOMS.INC.U32 MISMATCH/,/replay/p' out | grep -qE 'executing lanes: [0-9]+$' || fail "adds.c: not one lane: $(cat out)"
edited endless atoms 's/#define INCREMENTED.*/#define INCREMENTED(m, b) ((m) + 1)/'
like ATOMS.INC.U32 'inc-has-no-limit .ATOMS-6.' endless.c
least=$(sed -n '/ATOMS.INC.U32 MISMATCH/,/replay/p' out)
edited below atoms 's/return m == 0 || m > b ? b : m - 1;/return m - 1;/'
like ATOMS.DEC.U32 'dec-has-no-limit .ATOMS-6.' below.c
edited subtracts atoms 's/return m == 0 || m > b ? b : m - 1;/return m - b;/'
like ATOMS.DEC.U32 'dec-subtracts-its-limit .ATOMS-6.' subtracts.c
grep -q 'executing lanes: 0$' <<<"$least" || fail "more than one lane: $least"

# what has no name is said once; what lanes give whose source is off is recognised, and may be claimed
shuffle nameless '#define SPOIL_SOURCE if (b == 5) in_range = !in_range, from &= 31;'
expect 1 '^without .behaves like.: no wrong reading that is stated explains what is wrong in SHFL.BFLY, SHFL.DOWN, SHFL.IDX, SHFL.UP$' check nameless.c --cases 8000 --corpus ''
[ "$(grep -c 'behaves like' out)" = 1 ] || fail "said more than once: $(cat out)"
off() { shuffle "$1" "#define FROM_OFF $2
#define DOMAIN \"{\\\"shfl\\\": {\\\"inactive\\\": \\\"$3\\\"}}\""; }
# inactive_in_json NAME: every form of SHFL says that alone, and nothing else has a word for it
inactive_in_json() {
  python3 - "$1" <<'PYTHON'
import json, sys
said = {f["family"]: [form.get("inactive") for form in f["forms"]] for f in json.load(open("out"))["families"]}
assert said.pop("shfl") == [[sys.argv[1]]] * 4, said
assert all(word is None for words in said.values() for word in words), said
PYTHON
}
for gives in 'register w->value[from]' 'own w->value[i]' 'zero 0' 'given w->inactive[i]' 'stale w->result[i]'; do
  off recognised "${gives#* }" any
  expect 0 "^SHFL.IDX +OK .* inactive: ${gives%% *}(,|\$)" check recognised.c --cases 20000 --corpus ''
  expect 0 '' check recognised.c --cases 20000 --corpus '' --json
  inactive_in_json "${gives%% *}" || fail "JSON of what off lanes give, ${gives%% *}: $(head -c 600 out)"
  off claimed "${gives#* }" "${gives%% *}"
  expect 0 '^SHFL.IDX +OK ' check claimed.c --cases 4000 --corpus ''
  [[ $gives != given* ]] || continue # it is given what the domain says
  off wrong "${gives#* }" "$([[ $gives = register* ]] && echo own || echo register)"
  expect 1 '^SHFL.IDX +MISMATCH ' check wrong.c --cases 4000 --corpus ''
done

# masks that name no lane that has exited: who believes a mask is right there
for family in match_sync redux_sync vote_sync; do
  sed 's/ & ~w->exited//' $family.c >believes.c
  cmp -s believes.c $family.c && fail "$family: nothing to leave out"
  expect 1 MISMATCH check believes.c --cases 8000 --corpus ''
  { echo "#define DOMAIN \"{\\\"$family\\\": {\\\"groups\\\": \\\"living\\\"}}\""; cat believes.c; } >living.c
  expect 0 ' OK ' check living.c --cases 8000 --corpus ''
  grep -q 'outside its domain .no fault.: ' out || fail "nothing outside: $(cat out)"
done
# few cases, which several readings explain: what is named explains the right answers, too, of which more are asked
named_banks() { # BANKS EXPECTED: every name that any of these few cases gets
  "$CC" -std=c11 -O2 -fPIC -shared -I"$root/include" -D "BANKS=$1" -D 'DOMAIN="{\"atoms\": {\"operations\": [\"CAST.SPIN.U32\", \"CAST.SPIN.S32\"]}}"' \
    "$root/examples/atoms.c" -o banks.so || fail "$1 banks do not compile"
  for seed in 1 2 3 4 5 6; do
    "$program" check ./banks.so --corpus '' --cases 30 --seed "$seed" -o found
  done 2>&1 | sed -n 's/^  behaves like: //p' | sort -u >names
  [ -s names ] && ! grep -vxE "$2" names || fail "$1 banks are called $(cat names)"
}
named_banks 16 'sixteen-banks \(ATOMS-10\)'
named_banks 8 '.*, in part'
named_banks 1 'one-bank-for-all \(ATOMS-10\)'

done_testing
