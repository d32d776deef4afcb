#!/usr/bin/env bash
# The family ptx: the example is right, each of its mistakes is one entry with the smallest operands, and named; what is declined is one line. An executor that
# crashes, hangs or remembers ends one opcode alone. The same through a pipe, from C and from Python.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
CC=$3
export PYTHONDONTWRITEBYTECODE=1
cp -r "$root/examples/ptx" .

# every row's name has room in the structure
"$program" list ptx --json | python3 -c '
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    assert len(row["operation"]) < 24, row' || fail 'a row has no room'

expect 0 '^add +OK +2 opcodes, [0-9,]+ cases$' check ptx/operations.c --seconds 0.5
grep -qE '^NOT-IMPLEMENTED SHFL, .*ELECT_SYNC, abs \([0-9]+\), .*, cvt \([0-9]+\), .*' out || fail "what is not there: $(grep NOT out)"
[ "$(grep -c NOT-IMPLEMENTED out)" = 1 ] || fail "not one line: $(cat out)"
grep -q MISMATCH out && fail "the right one: $(cat out)"

expect 1 '^PTX: [0-9,]+ cases' check ptx/five_mistakes.c --family ptx --seconds 0.5
entry() { # opcode, operands and results, names
  grep -A3 -E "^${1//./\\.} MISMATCH: $3\$" out >entry || fail "no entry of $1: $(cat out)"
  grep -qE "^  ${1//./\\.} $2 \(PTX-[0-9]+\)\$" entry || fail "other operands: $(cat entry)"
  grep -qE "^  behaves like: .*$4" entry || fail "it has another name: $(cat entry)"
}
entry shl.b32 '0x1, 0x20' 'expected 0x0, got 0x1' amount-modulo-32
entry bfe.s32 '0x1, 0x1, 0x0' 'expected 0x0, got 0xffffffff' the-sign-of-nothing
entry prmt.b32 '0x1, 0x0, 0x8' 'expected 0x1010100, got 0x1010101' sign-not-replicated
entry min.f32 '0x0, 0x7f800001' 'expected 0x0, got 0x7f800001' the-second-where-one-is-NaN
entry cvt.rzi.s32.f32 '0x4f000000' 'expected 0x7fffffff, got 0x80000000' the-least-where-it-does-not-fit
[ "$(grep -cE '^[a-z][^ ]* MISMATCH: ' out)" = 5 ] || fail "not five entries: $(cat out)"
for mistake in 1 2 4 8 16 32; do
  expect 1 ' MISMATCH +[0-9,]+ cases, [0-9,]+ of them wrong$' check ptx/operations.c -D MISTAKES=$mistake --family ptx --cases 2000
  [ "$(grep -cE '^[a-z].* MISMATCH: ' out)" = 1 ] || fail "mistake $mistake: $(grep MISMATCH out)"
done
grep -qE '^setp\.lt\.and\.s32 MISMATCH: q of p\|q: expected 0, got 1$' out || fail "the second predicate: $(grep MISMATCH out)"
grep -qE '^  setp\.lt\.and\.s32 0x0, 0x0, 0x0 \(PTX-25\)$' out || fail "other operands: $(cat out)"

plugin() { # name, what stands in its function, where c is a case
  cat >"$1.c" <<C
#include <stdlib.h>
#include <string.h>
#include <warplaw/executor.h>
#define IS(text) (strcmp(c->opcode, text) == 0)
static void ptx(warplaw_ptx* batch, uint32_t count) {
  for (warplaw_ptx* c = batch; c != batch + count; ++c) { $2 }
}
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "$1", WARPLAW_IMPLEMENTS(ptx, ptx)};
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}
C
}
plugin bad 'c->result = c->source[0] ^ c->source[1]; if (IS("add.s32") && c->source[1] >> 20 & 1) abort();
  if (IS("sub.s32")) for (volatile int i = 0;; ++i) ; if (IS("or.b64")) { static uint64_t sum; c->result = c->source[0] | c->source[1] | (sum++ > 200); }
  if (IS("and.b64")) c->source[0] = 1; c->declined = !IS("xor.b64") && !IS("add.s32") && !IS("sub.s32") && !IS("or.b64") && !IS("and.b64");'
expect 1 '^add\.s32 CRASH: SIGABRT' check bad.c --timeout 0.5 --family ptx --cases 5000
grep -qE '^  add\.s32 0x0, 0x100000 \(PTX-[0-9]+\)$' out || fail "what crashes is not made small: $(cat out)"
grep -qE '^sub\.s32 TIMEOUT: no answer' out || fail "a hang: $(cat out)"
grep -qE '^xor +OK +1 opcode, 1,[0-9]+ cases$' out || fail "it does not go on: $(cat out)"
grep -qE '^or\.b64 +MISMATCH .*state leaks' out || fail "what it remembers: $(cat out)"
grep -qE '^and\.b64 CRASH: it changed what goes in$' out || fail "its inputs: $(cat out)"
"$program" check bad.c --timeout 0.5 --family ptx --cases 5000 --json --junit junit.xml --html page >out
python3 - <<'CHECK' || fail '--json'
import json
[ptx] = json.load(open('out'))['families']
rows = {form['form']: form for form in ptx['forms']}
assert ptx['family'] == 'ptx' and ptx['implemented']
wanted = {'add.s32': 'CRASH', 'sub.s32': 'TIMEOUT', 'xor.b64': 'OK', 'setp.eq.s32': 'NOT-IMPLEMENTED'}
assert {opcode: rows[opcode]['status'] for opcode in wanted} == wanted
assert rows['add.s32']['findings'][0]['operation'] == 'add.s32 0x0, 0x100000 (PTX-20)', rows['add.s32']
assert len(rows) > 1000 and not any('.approx' in opcode for opcode in rows)
CHECK
grep -q 'testcase classname="ptx" name="xor.b64"' junit.xml || fail "--junit: $(head -c 500 junit.xml)"
grep -q 'add.s32 0x0, 0x100000' page/index.html || fail '--html'

# a mistake of several opcodes of a row is one
plugin modulo 'uint64_t width = IS("shl.b16") ? 16 : IS("shl.b32") ? 32 : 64; c->result = c->source[0] << (c->source[1] % width);
  c->declined = strcmp(c->row, "shl") != 0;'
expect 1 'the same in 2 other forms: shl\.b32, shl\.b64' check modulo.c --family ptx --cases 3000
grep -qE '^  behaves like: amount-modulo-width \(PTX-23\)$' out || fail "it has another name: $(cat out)"
plugin equal 'const uint64_t is = c->source[0] == c->source[1], with = c->source[2]; c->declined = strcmp(c->type, "b64") != 0 || c->modes;
  const int combined = strlen(c->opcode) > 11; const char by = c->opcode[8];
  for (int second = 0; second < 2; ++second) {
    const uint64_t one = is ^ second, p = !combined ? one : by == 97 ? one & with : by == 111 ? one | with : one ^ with;
    if (second) c->second = p | 6; else c->result = p;
  }
  c->declined |= strcmp(c->row, "setpBits") != 0; c->gives_second = 1; EXTRA'
expect 0 '^setp +OK +4 opcodes' check equal.c -D EXTRA= --family ptx --cases 400
expect 1 '^setp\.eq\.b64 MISMATCH: q of p\|q: expected 0, got 1$' check equal.c -D 'EXTRA=c->second = 1;' --family ptx --cases 400
grep -q '^ *behaves like:' out && fail "a name for what q alone shows: $(cat out)"
expect 0 '^setp +OK +4 opcodes' check equal.c -D 'EXTRA=c->second = 1; c->gives_second = 0;' --family ptx --cases 400
# one from before setp had a second predicate, which knows operations by row, type and modes: it is asked as before
sed '/^  uint64_t \(gives_\)\?second;/d' "$root/include/warplaw/executor.h" >older.h
cmp -s older.h "$root/include/warplaw/executor.h" && fail 'the header is not older'
plugin older 'c->result = c->source[0] == c->source[1]; c->declined = strcmp(c->row, "setpBits") != 0 || strcmp(c->type, "b64") != 0 || c->modes;'
expect 1 '^setp\.eq\.and\.b64 MISMATCH' check older.c --family ptx --cases 4000
sed -i 's|<warplaw/executor.h>|"older.h"|' older.c
expect 0 '^setp +OK +1 opcode' check older.c --family ptx --cases 400
plugin none 'c->declined = 1;'
expect 3 '^NOT-IMPLEMENTED abs \(' check none.c --family ptx --cases 10
expect 3 '^NOT-IMPLEMENTED PTX$' check "$root/examples/vote.c" --cases 10 --family ptx
plugin some 'c->result = c->source[0] + c->source[1]; c->declined = !IS("add.s32") || c->source[0] == 1;'
expect 1 '^add\.s32 MISMATCH: expected 0x[0-9a-f]+, got that it is not implemented' check some.c --family ptx --cases 2000
expect 3 'NOT-PROVED' prove none.c --family ptx

# through pipes
printf '#include "ptx/five_mistakes.c"\n#include <warplaw/serve.h>\nint main(void) { return warplaw_serve(warplaw_executor_open(1)); }\n' >served.c
"$CC" -std=c99 -O2 -Wall -Werror -I"$root/include" served.c -o served || fail 'the C client does not compile'
expect 1 '^shl.b32 MISMATCH: expected 0x0, got 0x1$' check --pipe ./served --family ptx --cases 2000
cat >adds.py <<'PYTHON'
import warplaw
def ptx(case):
    if case.opcode == b"add.u64":
        case.result = (case.source[0] + case.source[1]) % 2**64
    else:
        case.declined = 1
warplaw.serve({"ptx": ptx})
PYTHON
expect 0 '^add +OK +1 opcode, 300 cases$' check --pipe "PYTHONPATH='$root/clients/python' python3 adds.py" --family ptx --cases 300
expect 2 'the family ptx is not asked in lines' check --pipe "printf '{\"abi\":1,\"lines\":[\"ptx\"]}\n'; sleep 9"
done_testing
