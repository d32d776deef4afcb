#!/usr/bin/env bash
# `check --scalar`: the example is right, each of its mistakes is named at its opcode and nowhere else; an executor that crashes or hangs ends one opcode alone.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
cp -r "$root/examples/scalar" .

expect 0 '^shl\.b32 +OK +2000 cases$' check --scalar scalar/ptx_scalar.c
grep -qE '^NOT-IMPLEMENTED, .*\bsetp \(' out || fail "what is not there: $(tail -1 out)"
grep -q 'MISMATCH' out && fail "the right one: $(cat out)"
mistake=0
for opcode in shl.b32 bfe.s32 prmt.b32 min.f32 cvt.rzi.s32.f32; do
  mistake=$((mistake + 1))
  expect 1 "^  ${opcode//./\\.} 0x.*: expected 0x[0-9a-f]+, got 0x[0-9a-f]+\$" check --scalar scalar/ptx_scalar.c -D MISTAKE=$mistake
  [ "$(grep -c '^[^ ].* MISMATCH ' out)" = 1 ] || fail "mistake $mistake: $(grep MISMATCH out)"
done

cat >bad.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <warplaw/scalar.h>
static int run(const warplaw_scalar_operation* operation, warplaw_scalar_case* batch, uint32_t count) {
  if (strcmp(operation->opcode, "add.s32") == 0)
    abort();
  if (strcmp(operation->opcode, "sub.s32") == 0)
    for (volatile int i = 0;; ++i)
      ;
  for (uint32_t i = 0; i < count; ++i)
    batch[i].result = batch[i].source[0] ^ batch[i].source[1];
  return strcmp(operation->opcode, "xor.b64") == 0;
}
const warplaw_scalar_executor* warplaw_scalar_open(uint32_t host_abi) {
  static const warplaw_scalar_executor table = {WARPLAW_SCALAR_ABI, sizeof table, "bad", run};
  return host_abi == WARPLAW_SCALAR_ABI ? &table : 0;
}
C
expect 1 '^add\.s32 +CRASH ' check --scalar bad.c --timeout 0.5 --cases 100
grep -qE '^sub\.s32 +TIMEOUT ' out || fail "a hang: $(cat out)"
grep -qE '^xor\.b64 +OK +100 cases$' out || fail "goes on: $(cat out)"
"$program" check --scalar bad.c --timeout 0.5 --cases 100 --json >out
python3 - <<'CHECK' || fail '--json'
import json
rows = {row['opcode']: row['status'] for row in json.load(open('out'))['opcodes']}
assert (rows['add.s32'], rows['sub.s32'], rows['xor.b64'], rows['setp.eq.s32']) == ('CRASH', 'TIMEOUT', 'OK', 'NOT-IMPLEMENTED'), rows
assert not any('.approx' in opcode for opcode in rows)
CHECK
printf '#include <warplaw/scalar.h>\nstatic int none(const warplaw_scalar_operation* o, warplaw_scalar_case* b, uint32_t n) { return (void)o, (void)b, (void)n, 0; }\nconst warplaw_scalar_executor* warplaw_scalar_open(uint32_t h) { static const warplaw_scalar_executor t = {1, sizeof t, 0, none}; return (void)h, &t; }\n' >none.c
expect 3 'NOT-IMPLEMENTED' check --scalar none.c --cases 10
expect 2 'exports no warplaw_scalar_open' check --scalar "$root/examples/vote.c"
expect 2 'what is to be checked' check --scalar
done_testing
