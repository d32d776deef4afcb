# What the tests of `prove` share; sourced with the program and the project's root as arguments.
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
limit=300

formsOf() { head -n 1 "$1" | grep -oE " ($2)\\b" | wc -l; } # that the example's own first line names with this verdict of `check`
proved() { # FORMS ARGUMENTS..: so many forms are PROVED, and nothing else is said of any
  local forms=$1
  shift
  expect 0 PROVED prove "$@"
  [ "$(grep -cE '^[A-Za-z0-9.]+ +PROVED ' out)" = "$forms" ] || fail "not $forms forms PROVED: $* -> $(cat out err)"
}
refuted() { # WHAT ARGUMENTS..: with a case in the folder `found`
  local what=$1
  shift
  expect 1 "$what" prove "$@" -o found
}
# plugin NAME DOMAIN BODY: what lane i receives (r[i]), w the warp
plugin() {
  cat >"$1.c" <<C
#include <warplaw/executor.h>
${4:-}
static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_shfl* w = &batch[k];
    uint32_t r[32];
    for (uint32_t i = 0; i < 32; ++i) {
      uint32_t from = i;
      $3
      r[i] = w->exec >> from & 1 ? w->value[from] : w->inactive[i];
    }
    for (uint32_t i = 0; i < 32; ++i)
      if (w->exec >> i & 1)
        w->result[i] = r[i];
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "$1", .domain = "{\"profile\": \"cuda\", \"shfl\": {\"modes\": [\"IDX\"], \"inactive\": \"given\"$2}}", WARPLAW_IMPLEMENTS(shfl, shfl)};
  return abi ? &table : 0;
}
C
}
width='const uint32_t width = 32 - (w->range[i] >> 8);'
right="$width from = (i & ~(width - 1)) | (w->lane[i] & (width - 1));"
# where not all is asked, a shuffle's segments have 8 lanes: solvers take ten times as long for those of any size
one_width=$([ -n "${WARPLAW_ALL:-}" ] || echo ', \"widths\": [8]')
