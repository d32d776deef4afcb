#!/usr/bin/env bash
# `verify --certify`: what is PROVED by an unsatisfiable query has a certificate, in the table, the results and the JSON; a program in CaDiCaL's place that lies gets
# nothing certified; one that is not there is known before work begins.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
certify() { expect "$1" "$2" verify --theorem "$theorem" --certify "${@:3}"; }
theorem='sel/portable'
statuses() { grep -o '"status":"[a-z ]*"' "$1" | sort | uniq -c; }
count() { grep -c "\"status\":\"$1\"" "$2"; }

# it never says its version: that is none, and what the script waits for ends with it. (It takes 10 s, twice where CaDiCaL answers, too: the rest is asked beside it.)
(
  mkdir mute && cd mute || exit 1
  printf '#!/bin/sh\n[ "$1" = --version ] && { sleep 6543; exit; }\n' >cadical
  chmod +x cadical
  PATH="$PWD:$PATH" certify 2 'no cadical program on PATH says its version' --solver z3 --results never.jsonl
  [ -e never.jsonl ] && fail 'work began'
  pgrep -f 'sleep 6543' >/dev/null && fail 'what it started still runs'
  exit $((failures != 0))
) &
mute=$!

certify 0 '"exit":0' --results run.jsonl --json
certified=$(count certified run.jsonl)
[ "$certified" -gt 0 ] || fail "nothing certified: $(statuses run.jsonl)"
proved=$(grep -c '"verdict":"PROVED"' run.jsonl)
[ "$((certified + $(count 'not needed' run.jsonl)))" -eq "$proved" ] || fail "of $proved: $(statuses run.jsonl)"
grep '"verdict":"REFUTED"' run.jsonl | grep -q certificate && fail 'a twin has a certificate'
grep '"status":"certified"' run.jsonl | grep -qv '"clauses":[1-9].*"solving":[0-9.e-]*[1-9]' && fail 'a certificate of nothing'
python3 - out "$certified" <<'PY' || fail "JSON: $(cat out)"
import json, sys
run = json.load(open(sys.argv[1]))
rows = run["certificates"]["instructions"]
assert [row["certified"] for row in rows] == [int(sys.argv[2])] * 2, rows
assert all(row["queries"] == row["certified"] and row["checking"] > 0 for row in rows), rows
assert run["certificates"]["notCertified"].startswith("folding is not certified"), run["certificates"]
assert "certificates by cadical " in run["run"]["options"], run["run"]
assert "cadical" not in run["run"]["solvers"], run["run"] # who answers and who certifies are two
PY
certify 0 "^all +$certified +$certified +0 +0 "
grep -q '^  [0-9]* folded: nothing to certify$' out || fail "what is folded: $(cat out)"
grep -q '^  folding is not certified: ' out || fail "what is not certified at all: $(cat out)"
expect 0 "^all +$certified +$certified +0 +0 " merge run.jsonl
sed '0,/"status":"certified"/s//"status":"not certified","reason":"planted"/' run.jsonl >planted.jsonl
expect 3 'NOT CERTIFIED .*planted' merge planted.jsonl
grep -q '^1 not certified: ' out || fail "the conclusion: $(cat out)"
sed '0,/,"certificate":{[^}]*}/s///' run.jsonl >lost.jsonl
expect 3 'NOT CERTIFIED .*no certificate was made' merge lost.jsonl
grep -q certificate <("$program" verify --theorem "$theorem" 2>&1) && fail 'certificates that nobody asked for'

# in CaDiCaL's place
mkdir bin
export PATH="$work/bin:$PATH"
fake() { printf '#!/bin/sh\n[ "$1" = --version ] && { echo 1.2.3; exit; }\n%s\n' "$1" >bin/cadical && chmod +x bin/cadical; }
lies() { # WHAT PATTERN OPTIONS..: nothing is certified, and the exit code is 3
  certify 3 "$2" --results lie.jsonl "${@:3}"
  [ "$(count certified lie.jsonl)" = 0 ] || fail "$1: certified: $(statuses lie.jsonl)"
  rm lie.jsonl
}
fake 'echo s UNSATISFIABLE'
lies 'no proof' 'ERROR .*certificate: what CaDiCaL gave as a proof is none: after its last step'
fake 'printf "a\000" >$3; echo s UNSATISFIABLE'
lies 'the empty clause' 'ERROR .*step 1 adds a clause that does not follow'
fake 'PATH=${PATH#*:}; cadical -q "$2" "$3" >/dev/null; printf "xyz" | dd of="$3" bs=1 conv=notrunc 2>/dev/null; echo s UNSATISFIABLE'
lies 'a corrupted proof' 'ERROR .*byte 0'
fake 'echo s SATISFIABLE; echo v 0'
lies 'a model' 'ERROR .*certificate: CaDiCaL says satisfiable'
fake 'exit 1'
lies 'failure' 'NOT CERTIFIED .*CaDiCaL ended by exit status 1'
fake 'sleep 60'
lies 'too late' 'NOT CERTIFIED .*time-out solving' --timeout 1
fake 'PATH=${PATH#*:}; exec cadical "$@"'
certify 0 "^all +$certified +$certified +0 +0 "

printf '#!/bin/sh\n[ "$1" = --version ] && printf "1.2\\377\n"\n' >bin/cadical
certify 2 'no cadical program on PATH says its version' --results never.jsonl
rm bin/cadical

# not there
mkdir without
ln -s "$(command -v cvc5)" without/
printf '#!/bin/sh\nPATH=%s exec %s "$@"\n' "$work/without" "$program" >warplaw
chmod +x warplaw
real=$program program=$work/warplaw
certify 2 'no cadical program on PATH says its version; accepted: the package cadical' --results never.jsonl
program=$real
[ -e never.jsonl ] && fail 'work began'
expect 2 'certify' verify --certify --mutants
wait $mute || failures=$((failures + 1))
ls -d "${TMPDIR:-/tmp}"/warplaw-proof-* 2>/dev/null && fail 'a proof is left behind'
done_testing
