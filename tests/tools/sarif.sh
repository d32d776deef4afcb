#!/usr/bin/env bash
# `prove --sarif`: what has a place in the source is a result there, once whatever number of forms it breaks; what has none is counted and left out.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# looks at a report's form, then prints EXPRESSION of its results
sarif() {
  python3 - "$1" "$2" <<'PYTHON'
import json, os, sys
report = json.load(open(sys.argv[1]))
assert report["version"] == "2.1.0" and report["$schema"].endswith("sarif-2.1.0.json")
[run] = report["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "warplaw" and driver["version"]
known = [rule["id"] for rule in driver["rules"]]
assert len(known) == len(set(known))
for key in ("warplaw", "program", "bitcode", "compiler", "solvers", "options", "limits"):
    assert run["properties"]["run"][key], key
results = run["results"]
for result in results:
    assert result["ruleId"] in known and result["level"] in ("error", "warning") and result["message"]["text"]
    [place] = result["locations"]
    place = place["physicalLocation"]
    assert place["region"]["startLine"] >= 1
    assert os.path.isfile(place["artifactLocation"]["uri"].removeprefix("file://")), place
places = [(r["ruleId"], r["level"], p["artifactLocation"]["uri"], p["region"]["startLine"]) for r in results for p in [r["locations"][0]["physicalLocation"]]]
print(eval(sys.argv[2]))
PYTHON
}
# plugin NAME STATEMENT [BEFORE]: a shuffle of two forms whose lane i reads from the lane that the statement in line 10 gives; all widths are 32
plugin() {
  cat >"$1.c" <<C
#include <warplaw/executor.h>
${3:-}
static void shfl(warplaw_shfl* batch, uint32_t count) {
  for (warplaw_shfl* w = batch; w != batch + count; ++w)
    for (uint32_t i = 0; i < 32; ++i) {
      uint32_t from = i;
      if (!(w->exec >> i & 1))
        continue;
      // the line below
      $2
      w->result[i] = w->exec >> (from & 31) & 1 ? w->value[from & 31] : w->inactive[i];
    }
}
const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "$1", .domain = "{\"profile\": \"cuda\", \"shfl\": {\"modes\": [\"IDX\", \"BFLY\"], \"outputs\": [\"result\"], \"widths\": [32]}}", WARPLAW_IMPLEMENTS(shfl, shfl)};
  return &table;
}
C
}
# What `check` finds wrong is refuted before anything is lifted, and has no line: these two answer rightly.
right='from = w->mode == WARPLAW_SHFL_IDX ? w->lane[i] & 31 : i ^ (w->lane[i] & 31);'
plugin shifts "$right from ^= w->lane[i] >> (w->range[i] + 1) & 0;"
expect 1 'REFUTED' prove shifts.c --sarif shifts.sarif
[ "$(sarif shifts.sarif 'places')" = "[('REFUTED', 'error', 'shifts.c', 10)]" ] || fail "shifts: $(cat shifts.sarif)"
[ "$(sarif shifts.sarif '"undefined behaviour" in results[0]["message"]["text"] and "SHFL.BFLY, SHFL.IDX" in results[0]["message"]["text"]')" = True ] || fail "shifts: $(cat shifts.sarif)"
grep -q '^warplaw [0-9.]*, bitcode .* clang .*any: .*z3' out || fail "what made it: $(cat out)"
plugin thread "$right seen += from;" 'static _Thread_local uint32_t seen;'
expect 3 'UNSUPPORTED' prove "$work/thread.c" --sarif thread.sarif # an absolute name is told from where one stands
[ "$(sarif thread.sarif 'places')" = "[('UNSUPPORTED', 'warning', 'thread.c', 10)]" ] || fail "thread: $(cat thread.sarif)"
mkdir below
cd below || exit 1
expect 3 'UNSUPPORTED' prove ../thread.c --sarif above.sarif
[ "$(sarif above.sarif 'places[0][2]')" = "file://$work/thread.c" ] || fail "above: $(cat above.sarif)"
cd .. || exit 1
# bitcode that was compiled elsewhere: the place is there, however it was called
cp thread.c below/other.c
(cd below && clang-19 -std=c11 -O2 -g -fPIC -fno-strict-aliasing -Xclang -disable-llvm-passes -DWARPLAW_PROVE -I"$root/include" -emit-llvm -c other.c -o ../other.bc) || fail 'clang'
expect 3 'UNSUPPORTED' prove other.bc --sarif bitcode.sarif
[ "$(sarif bitcode.sarif 'places[0][2]')" = below/other.c ] || fail "compiled below: $(cat bitcode.sarif)"
(cd below && expect 3 'UNSUPPORTED' prove ../other.bc --sarif bitcode.sarif; [ "$(sarif bitcode.sarif 'places[0][2]')" = other.c ]) || fail "compiled here: $(cat below/bitcode.sarif)"
mkdir beside && (cd beside && expect 3 'UNSUPPORTED' prove ../other.bc --sarif bitcode.sarif; [ "$(sarif bitcode.sarif 'places[0][2]')" = "file://$work/below/other.c" ]) ||
  fail "compiled beside: $(cat beside/bitcode.sarif)"
# wrong, and no line is to blame
plugin other 'from = w->lane[i] + 1;'
expect 1 '2 of 2 findings have no place in a file and are not in other.sarif' prove other.c --sarif other.sarif
[ "$(sarif other.sarif 'places')" = '[]' ] || fail "other: $(cat other.sarif)"
expect 0 PROVED prove "$root/examples/vote.c" --family vote --sarif right.sarif
[ "$(sarif right.sarif 'places')" = '[]' ] || fail "right: $(cat right.sarif)"
"$program" prove "$root/examples/vote.c" --json | python3 -c 'import json, sys; run = json.load(sys.stdin)["run"]; assert all(run[k] for k in ("warplaw", "bitcode", "compiler", "solvers", "options", "limits"))' || fail 'JSON does not say what made it'
mkdir folder
expect 2 'cannot write folder' prove shifts.c --sarif folder
done_testing
