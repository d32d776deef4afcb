#!/usr/bin/env bash
# Commands as executors: the C and the Python client serve right shuffles; a wrong hello gives one clear line and exit code 2; a command that dies, or
# answers short or late, in the middle of its work ends a case, never the host.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
CC=$3 CXX=$4
export PYTHONDONTWRITEBYTECODE=1
# what is waited for is said, and not for long: whoever forgets the hello is told (docs/check.md)
# (they wait while other executors are asked)
no_hello() { # SECONDS TIMEOUT: in a folder of its own
  local start=$SECONDS
  mkdir "no_hello_$1" && cd "no_hello_$1" || exit 1
  expect 2 "^warplaw: waiting for the hello of 'sleep 100': one line of JSON .*, at most $1 s$" check --pipe 'sleep 100' --seconds 0.1 --timeout "$2"
  grep -qE "^--pipe: executor: .*no answer after $1 s of loading" err || fail "no hello: $(cat err)"
  [ $((SECONDS - start)) -lt 60 ] || fail "waited $((SECONDS - start)) s for a hello"
  exit $((failures != 0))
}
no_hello 10 0.05 &
waiting=$!
no_hello 12 1.2 &
waiting+=" $!"
PYTHONPATH="$root/clients/python" python3 - >structures.cpp <<'PYTHON'
import ctypes, warplaw
print("#include <cstddef>\n#include <warplaw/executor.h>")
for name, structure in warplaw.STRUCTURES.items():
    print(f"static_assert(sizeof(warplaw_{name}) == {ctypes.sizeof(structure)});")
    for field, _ in structure._fields_:
        print(f"static_assert(offsetof(warplaw_{name}, {field}) == {getattr(structure, field).offset});")
PYTHON
"$CXX" -std=c++20 -I"$root/include" -fsyntax-only structures.cpp || fail "Python's structures are not the header's"
printf '#include "%s/examples/shfl.c"\n#include <warplaw/serve.h>\nint main(void) { return warplaw_serve(warplaw_executor_open(1)); }\n' "$root" >served.c
"$CC" -std=c99 -O2 -Wall -Werror -I"$root/include" served.c -o served || fail "the C client does not compile"
expect 0 'shfl, right 1: ./served' check --pipe ./served --cases 20000
[ "$(grep -cE '^SHFL\.[A-Z]+ +OK ' out)" = 4 ] || fail "not right: $(cat out)"
(
  mkdir late && cd late || exit 1
  expect 0 '^SHFL.BFLY +OK ' check --pipe 'sleep 3; exec ../served' --cases 2000 --timeout 0.05
  exit $((failures != 0))
) &
waiting+=" $!"
expect 0 ', 0 mismatches, [0-9]+ files not of' replay "$root/corpus/seeds" --pipe ./served
"$CC" -std=c99 -O2 -Wall -Werror -I"$root/tests/check/first" -I"$root/include" served.c -o first || fail "the C client does not compile with the first header"
expect 0 '^SHFL.BFLY +OK ' check --pipe ./first --cases 20000
expect 0 '^SHFL.BFLY +OK ' check --pipe "python3 '$root/examples/shfl.py'" --cases 2000
sed 's/lane\[i\] & 31/lane[i] \& 15/' "$root/examples/shfl.py" >wrong.py
expect 1 'behaves like: lane-of-four-bits' check --pipe "PYTHONPATH='$root/clients/python' python3 wrong.py" --cases 4000
grep -q '^SHFL.IDX MISMATCH: ' out || fail "not shown: $(cat out)"
replay=$(sed -n 's/^  replay:    warplaw/"$program"/p' out | head -1)
eval "$replay" >again 2>&1
[ $? = 1 ] || fail "what is found does not replay: $replay"
grep -q '^MISMATCH' again || fail "what is found does not replay: $(cat again)"
# lines of JSON instead of structures
lines() { # code, what is said, name of the family and its function in Python: from a case to its expected values
  printf 'import json, sys\n%s\nprint(json.dumps({"abi": 1, "lines": ["%s"], "domain": globals().get("domain", "")}), flush=True)\nfor line in sys.stdin:\n    case = json.loads(line)\n    case["expected"] = expected(case)\n    print(json.dumps(case), flush=True)\n' "$4" "$3" >lines.py
  expect "$1" "$2" check --pipe 'python3 lines.py' --family "$3" --cases "${5:-400}" --corpus ''
}
expect 0 '^VOTE.EQ +OK ' check --pipe "python3 '$root/examples/vote_lines.py'" --cases 2000
sed 's/(0, active)/(0, 0xffffffff)/' "$root/examples/vote_lines.py" >wrong_lines.py
expect 1 '^VOTE.EQ +MISMATCH' check --pipe 'python3 wrong_lines.py' --cases 2000
grep -qE '^VOTE.ANY +OK' out || fail "other forms are not right: $(cat out)"
# a guard, and registers that are one, are asked where the hello says so
sed 's/"lines": \["vote"\]/&, "same_registers": True/; s/re.match(r"/&(?:@P0 )?/; s/active, votes = (int(mask, 16) for mask in (case.get("active", "0xffffffff"), /predicates = case.get("predicates", {})\n    guard = predicates.get("P0", "0x0") if case["instruction"].startswith("@") else "0xffffffff"\n    active, votes = (int(mask, 16) for mask in (hex(int(case.get("active", "0xffffffff"), 16) \& int(guard, 16)), /' \
  "$root/examples/vote_lines.py" >guarded.py
expect 0 '^VOTE.EQ +OK .*a destination is a source: [1-9]' check --pipe 'python3 guarded.py' --cases 2000 --corpus ''
sed 's/\& int(guard, 16)//' guarded.py >unguarded.py
expect 1 '^VOTE.ALL +MISMATCH' check --pipe 'python3 unguarded.py' --cases 2000 --corpus ''
expect 0 '^VOTE.EQ +OK ' check --pipe "python3 '$root/examples/vote_lines.py'" --cases 500 --corpus ''
grep -q 'a destination is a source' out && fail "it was asked what it does not say: $(cat out)"
# one lane adds, others are off or in error: memory, what is returned and errors come back in lines
adds='
import re
domain = json.dumps({"atoms": {"operations": ["ADD.U32", "AND.U32", "EXCH.S32"]}})
def expected(case):
    op, size, rd, ra, rb = re.match(r"ATOMS\.(\w+)\.(\w+) (R\d+), \[(R\d+)\], (R\d+);", case["instruction"]).groups()
    active, shared = int(case.get("active", "0xffffffff"), 16), case.get("shared", {})
    number = lambda word: int(word, 16) if isinstance(word, str) else word
    word = lambda reg, lane: number(case.get("registers", {}).get(reg, {}).get(str(lane), case.get("registers", {}).get(reg, {}).get("all", 0)))
    words, end = {int(a, 16): number(w) for a, w in shared.get("words", {}).items()}, shared.get("allocated", 0)
    old, errors = {}, {}
    for lane in range(32):
        if active >> lane & 1:
            address = word(ra, lane)
            if address % 4 or address + 4 > end:
                errors[str(lane)] = "misaligned-address" if address % 4 else "address-out-of-range"
                continue
            m, b = words.get(address, 0), word(rb, lane)
            old[str(lane)] = m
            words[address] = {"ADD": m + b, "AND": m & b, "EXCH": b}[op] & 0xffffffff
    return {"registers": {rd: old} if old else {}, "shared": {hex(a): w for a, w in words.items()}, "errors": errors}'
lines 0 '^ATOMS.EXCH.S32 +OK' atoms "$adds" 300
lines 1 '^ATOMS.AND.U32 +MISMATCH' atoms "${adds/m & b/m | b}" 300
lines 2 'answers no case: its answer names a place that the instruction does not write' vote 'def expected(case): return {"registers": {"R77": {"0": 1}}}'
lines 2 'answers no case: its answer is no case: ' vote 'def expected(case): return []'

hello='{\"abi\":1,\"families\":{\"shfl\":656}}'
bad() { # what is said, command
  expect 2 "^--pipe: executor: .*$1" check --pipe "$2" --seconds 0.1 --timeout 0.05
}
bad 'no hello: the command ended with code 127' ./missing
bad 'no hello: the command ended with code 3' 'exit 3'
bad 'no hello: the command ended by SIGSEGV' "exec sh -c 'kill -SEGV \$\$'"
bad 'its hello: ' 'echo hello; cat'
bad 'of ABI 2; accepted: ABI 1' "echo '{\"abi\":2,\"families\":{}}'; cat"
bad 'names no families' "echo '{\"abi\":1}'; cat"
bad 'there is no family blend' "echo '{\"abi\":1,\"families\":{\"blend\":4}}'; cat"
bad 'shfl_bytes is 8' "echo '{\"abi\":1,\"families\":{\"shfl\":8}}'; cat"
bad 'more than a line' "printf '$hello\\nmore'; cat"
expect 2 '^--pipe: domain: ' check --pipe "echo '{\"abi\":1,\"domain\":\"[]\",\"families\":{\"shfl\":656}}'; cat" --seconds 0.1
expect 2 'what is to be checked' check
expect 2 'what is to be checked' check x.so --pipe ./served


# no answer at all: no executor
bad 'answers no case: the command ended with code 5 in the middle of an answer' "echo \"$hello\"; head -c 100 >taken; exit 5"
bad 'answers no case: it answers 8 bytes to [0-9]+' "echo \"$hello\"; head -c 16 >taken; printf \"\\10\\0\\0\\0\\0\\0\\0\\0more\"; cat >taken"
bad 'answers no case: no answer after 0.05 s' "echo \"$hello\"; cat >taken"
# some answers: what ends the command is a case
ends() { # what is said, body
  sed "s/case WARPLAW_SHFL_UP:/&\n        { $2 }/" "$root/examples/shfl.c" >some.c
  printf '#include <stdio.h>\n#include <stdlib.h>\n#include "some.c"\n#include <warplaw/serve.h>\nint main(void) { return warplaw_serve(warplaw_executor_open(1)); }\n' >ends.c
  "$CC" -std=c99 -O1 -I"$root/include" ends.c -o ends || fail "does not compile: $2"
  expect 1 "^SHFL.UP $1" check --pipe ./ends --cases 400 --timeout 0.2 --corpus ''
  grep -qE '^SHFL.BFLY +OK' out || fail "other forms are not judged: $(cat out)"
}
ends 'CRASH: the command ended with code 5 in the middle of an answer' 'exit(5);'
ends 'CRASH: the command ended (by SIGABRT|with code 134) in the middle of an answer' 'abort();'
ends 'CRASH: it answers [0-9]+ bytes to [0-9]+' 'fwrite(w, 1, 64, stdout); fflush(stdout);'
ends 'TIMEOUT: no answer after 0.2 s' 'for (volatile int on = 1; on;) ;'
for pid in $waiting; do
  wait "$pid" || failures=$((failures + 1))
done
done_testing
