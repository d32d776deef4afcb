#!/usr/bin/env bash
# Reports as JUnit XML: of `check` every form, of `verify` every obligation, with what failed, in the schema beside this file; what cannot be written is
# said before the work begins. Without xmllint the schema is not looked at.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
schema=$root/tests/tools/junit.xsd
valid() {
  if command -v xmllint >/dev/null; then
    xmllint --noout --schema "$schema" "$1" 2>messages || fail "$1: $(head -3 messages)"
  fi
}
# seen FILE ELEMENT ATTRIBUTE..: how many elements of that kind there are, whose attributes are as given (NAME=VALUE)
seen() {
  python3 - "$@" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
path, kind, *wanted = sys.argv[1:]
wanted = [pair.split("=", 1) for pair in wanted]
suites = tree.parse(path).getroot()
for suite in suites:
    assert suite.get("name").startswith(suites.get("name") + " "), suite.get("name")
    for count, inner in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.get(count)) == len(suite.findall("testcase/" + inner)), count
    assert int(suite.get("tests")) == len(suite.findall("testcase"))
print(sum(all(found.get(name) == value for name, value in wanted) for found in suites.iter(kind)))
PYTHON
}
expect_seen() { # count, FILE ELEMENT ATTRIBUTE..
  local count=$1 got
  shift
  got=$(seen "$@") || fail "not as it should be: $*"
  [ "$got" = "$count" ] || fail "$got, not $count: $* in $(head -c 600 "$1")"
}
command -v xmllint >/dev/null || echo "no xmllint (libxml2-utils): reports are not held against the schema"

expect 1 'SHFL.UP +MISMATCH' check "$root/examples/wrong/up_min_lane.c" --cases 2000 --junit check.xml
valid check.xml
expect_seen 1 check.xml failure type=MISMATCH
expect_seen 4 check.xml testcase classname=shfl
expect_seen 1 check.xml testcase name=SHFL.BFLY
grep -q 'name="SHFL.UP"' check.xml && grep -q 'executing lanes' check.xml && grep -q 'behaves like' check.xml || fail "the case is not shown: $(cat check.xml)"
[ "$(seen check.xml skipped)" -gt 4 ] || fail "what is not implemented is not skipped"
expect_seen 0 check.xml error
cp "$root/examples/wrong/shfl.h" .
{ echo '#define DOMAIN "{\"shfl\": {\"inactive\": \"zero\", \"range\": \"cuda\", \"widths\": [1], \"modes\": [\"IDX\"]}}"'; echo '#include "shfl.h"'; } >narrow.c
expect 3 VACUOUS check narrow.c --cases 2000 --junit check.xml # written over
valid check.xml
expect_seen 1 check.xml error type=VACUOUS

expect 0 . verify --theorem shfl/plan --junit verify.xml
valid verify.xml
expect_seen 0 verify.xml failure
expect_seen 0 verify.xml error
[ "$(seen verify.xml testcase classname=shfl/plan)" -gt 3 ] || fail "obligations are missing: $(head -c 600 verify.xml)"
expect 3 . verify --theorem vote/portable --timeout 0.001 --cache off --solver z3 --junit unknown.xml
valid unknown.xml
[ "$(seen unknown.xml error type=UNKNOWN)" -gt 0 ] || fail "what is unknown is no error: $(head -c 600 unknown.xml)"
printf '@P0 SEL R1, R2, R3, P1;\n' >false.wl
expect 1 . verify --program false.wl --ensures 'R1[lane] == old R2[lane]' --junit refuted.xml
valid refuted.xml
[ "$(seen refuted.xml failure type=REFUTED)" -gt 0 ] || fail "what is refuted is no failure: $(head -c 600 refuted.xml)"

mkdir folder
expect 2 'cannot write folder' check "$root/examples/shfl.c" --junit folder
expect 2 'cannot write folder' verify --theorem shfl/plan --junit folder
expect 2 'cannot write missing/x.xml' check "$root/examples/shfl.c" --junit missing/x.xml
sed -i 's/ time="[^"]*"//' check.xml
if command -v xmllint >/dev/null; then
  xmllint --noout --schema "$schema" check.xml 2>messages && fail "the schema takes anything"
fi
done_testing
