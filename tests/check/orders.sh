#!/usr/bin/env bash
# Where an executor tells no order, a counterexample of ATOMS and RED says what would have been right: the outcome, where one alone is; else the set of right
# ones; of many their number. The case file keeps what was got and by whom, and `replay --executor` and `report` say the same.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
cp "$root/tests/check/lost_updates.c" .
# lost FOLDER DOMAIN ARGUMENTS..
lost() {
  local folder=$1 domain=$2
  shift 2
  expect 1 MISMATCH check lost_updates.c -D "DOMAIN=\"$(sed 's/"/\\"/g' <<<"$domain")\"" --corpus '' --cases 2000 -o "$folder" "$@"
}
operations='"errors":false,"operations":'
small="{\"atoms\":{$operations[\"ADD.U32\"]},\"red\":{$operations[\"ADD.U32\",\"INC.U32\"]}}"
full="{\"atoms\":{\"exec\":\"full\",$operations[\"ADD.U32\"]}}"

# two lanes that add in one place: the one or the other comes first
lost found "$small"
[ "$(grep -A4 '^  right: 2 outcomes, by the order of the lanes; got is none of them$' out)" = '  right: 2 outcomes, by the order of the lanes; got is none of them
  place      right 1  right 2  got
  R0 lane 1  0x1      0x0      0x0
  [0x0]      0x1      0x1      0x0 <--
  expected: the encoding; got: the executor' ] || fail "which are right: $(cat out)"
# one outcome is right: expected and got
grep -q '^RED.ADD.U32 MISMATCH: memory \[0x0\]: expected 0x1, got 0x0$' out && grep -q '^  \[0x0\]  0x0     0x1       0x0 <--$' out || fail "what is right: $(cat out)"
grep -q '^RED.INC.U32 MISMATCH: memory \[0x0\]: expected ' out || fail "equal lanes have one order: $(cat out)"
# all 32 lanes: a number
lost many "$full" --family atoms
grep -qE '^  right: at least [0-9]{2,} outcomes, by the order of the lanes; got is none of them$' out || fail "how many are right: $(cat out)"

# the same in JSON, and what was got
"$program" check lost_updates.c -D "DOMAIN=\"$(sed 's/"/\\"/g' <<<"$small")\"" --corpus '' --cases 2000 -o json --json >out.json 2>err
python3 - <<'PYTHON' || fail "JSON: $(head -c 3000 out.json)"
import json
forms = {form["form"]: form for family in json.load(open("out.json"))["families"] for form in family["forms"]}
[atoms], [red] = forms["ATOMS.ADD.U32"]["findings"], forms["RED.ADD.U32"]["findings"]
right = atoms["right"]
assert right["count"] == 2 and right["all"] and len(right["outcomes"]) == 2, right
assert {json.dumps(o.get("registers", {})) for o in right["outcomes"]} == {"{}", '{"R0": {"1": "0x1"}}'}, right
assert all(o["shared"] == {"0x0": "0x1"} for o in right["outcomes"]), right
assert atoms["got"]["by"] == "lost updates 3" and atoms["got"]["any_order"] and "shared" not in atoms["got"], atoms
assert red["right"]["count"] == 1 and red["right"]["outcomes"] == [{"generic": {"0x0": "0x1"}}], red
for finding in (atoms, red):
    kept = json.load(open(finding["case"]))
    assert kept["got"] == finding["got"] and kept["got"]["what"] == finding["what"], kept
PYTHON

# whoever reads cases passes over what was got; an executor that replays them says the set again
expect 0 '^3 replayed, 0 mismatches' replay found --quiet
expect 1 '^3 replayed, 3 mismatches' replay found --quiet --executor lost_updates.c -D "DOMAIN=\"$(sed 's/"/\\"/g' <<<"$small")\""
grep -q '^  right: 2 outcomes' out || fail "replay: $(cat out)"
[ "$(grep -c '^  expected: the encoding; got: lost updates 3$' out)" = 3 ] || fail "replay does not say whose answers they are: $(cat out)"
expect 1 '"right":\{"count":2,"all":true' replay found --json --executor lost_updates.c -D "DOMAIN=\"$(sed 's/"/\\"/g' <<<"$small")\""

# a page: the sum, each mistake with its picture of the lanes that matter, and what was got by whom
lost paged "$small" --html page
sum_comes_first page/index.html
python3 - <<'PYTHON' || fail "page: $(head -c 600 page/index.html)"
import xml.etree.ElementTree as tree
page = tree.parse("page/index.html").getroot()
html, svg = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
def words(e): return " ".join("".join(e.itertext()).split())
[total] = [p for p in page.iter(html + "p") if "sum" in p.get("class", "").split()]
assert words(total) == "0 of 3 forms as expected" and "failed" in total.get("class"), words(total)
articles = {words(a.find(html + "h3")): a for a in page.iter(html + "article")}
assert set(articles) == {"ATOMS.ADD.U32 MISMATCH", "RED.ADD.U32 MISMATCH", "RED.INC.U32 MISMATCH"}, list(articles)
atoms = articles["ATOMS.ADD.U32 MISMATCH"]
assert "got: lost updates 3" in words(atoms) and "right: 2 outcomes" in words(atoms) and "case file: paged/" in words(atoms)
for a in articles.values():
    [picture] = [s for s in a.iter(svg + "svg") if s.get("class") == "warp"]
    assert len(list(picture.iter(svg + "circle"))) == 4, "two lanes before and after"
    assert float(picture.get("width")) < 400, picture.get("width")
values = [t.text for t in atoms.iter(svg + "text") if "value" in t.get("class", "").split()]
assert "0x1" in values, values
PYTHON
mkdir right && cp "$root/examples/vote.c" . && expect 0 'VOTE.ALL +OK' check vote.c --cases 3000 --html right
grep -q '<p class="sum passed">3 of 3 forms as expected</p>' right/index.html || fail 'the sum of what is right'
touch file
expect 2 'cannot write' check vote.c --cases 3000 --html file
done_testing
