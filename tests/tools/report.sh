#!/usr/bin/env bash
# `warplaw report --html`: one page that stands alone: well-formed, nothing from outside, every rule, theorem and claim, a picture of the warp for each
# contradiction and counterexample whose lanes say what they have; in Chromium, where that is installed: no complaint, pictures there, search, light and
# dark, readable without JavaScript.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
take_verified_cache

# what there is to see: a run in which something is unknown, and an older one; case files of counterexamples, the latter of which expects what is not so
"$program" verify --theorem 'sel/laws' --results old.jsonl >log 2>&1 || fail "verify: $(cat log)"
sed -E '2,$s/"verdict":"PROVED"/"verdict":"UNKNOWN"/' old.jsonl >failing.jsonl
mkdir counterexamples
cp "$root/corpus/regressions/shfl-up-min-lane.json" counterexamples/one.json
"$program" exec 'ATOMS.ADD R0, [R1], R2' -r R1=0 -r R2=lane --shared 64 --active 0x15 -c "order=4,2,0,$(seq -s, 31 -1 5),3,1" -o counterexamples/order.json >log 2>&1 || fail "exec: $(cat log)"
sed -i 's/"0x4"/"0x9"/' counterexamples/order.json # expects something else
cp "$root/corpus/seeds/program-ballot.json" counterexamples/program.json
cat >counterexamples/got.json <<'CASE'
{"version": 1, "instruction": "SHFL.IDX P0, R0, R1, 0, 31;", "active": "0x3", "registers": {"R1": {"1": "0x1"}},
 "got": {"by": "mine 2", "what": "R0 lane 1: expected 0x0, got 0x1", "registers": {"R0": {"1": "0x1"}}, "predicates": {"P0": {"0": 1, "1": 1}}}}
CASE
echo '{"version": 1, "instruction": "VOTE.ALL R0, P0, P1;", "active": "0x1", "got": {"by": "mine 2", "what": "SIGSEGV", "answer": false}}' >counterexamples/ended.json
{ cat "$root/docs/observed.jsonl"; head -n 1 "$root/docs/observed.jsonl" | sed 's/"returned":8/"returned":6/'; } >counterexamples/observed.jsonl
mkdir none
made() { # ARGUMENTS..: every claim is decided, where `verify` has left nothing; of a page that nobody looks at for its claims: --corpus none
  [ "$(timeout 3600 "$program" report --html page "$@" 2>err)" = page/index.html ] || fail "report $*: $(cat err)"
}
made --results failing.jsonl --since old.jsonl

cat >look.py <<'PYTHON'
import json, sys, xml.etree.ElementTree as tree
text = open(sys.argv[1]).read()
page = tree.fromstring(text)
html, svg = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
ids = [e.get("id") for e in page.iter() if e.get("id")]
assert len(ids) == len(set(ids)), "an id twice"
for e in page.iter():
    for key in ("href", "src", "action", "data"):
        value = e.get(key)
        if value and key == "href" and value.startswith("#"):
            assert value[1:] in ids, "leads nowhere: " + value
        else:
            assert not value or value == "data:," or value.startswith("data:image/svg+xml,"), "from outside: " + value
    assert not any(k.startswith("on") for k in e.attrib), "a handler"
assert "@import" not in text and "url(http" not in text
def section(name):
    [found] = [s for s in page.iter(html + "section") if s.get("id") == name]
    return found
def words(e): return " ".join("".join(e.itertext()).split())
def articles(name): return {words(a.find(html + "h3")): a for a in section(name).iter(html + "article")}
def circles(picture, kind): return [g.find(svg + "title").text for g in picture.iter(svg + "g") if kind in g.find(svg + "circle").get("class").split()]
def paths(picture, kind): return [p for p in picture.iter(svg + "path") if kind in p.get("class", "").split()]
def drawn(picture): # the lanes that it has
    lanes = [int(g.find(svg + "text").text) for g in picture.iter(svg + "g")]
    before = lanes[::2]
    assert lanes == [lane for lane in before for _ in range(2)] and before == sorted(set(before)) and before, lanes
    assert picture.get("viewBox").split()[2:] == [picture.get("width"), picture.get("height")]
    return before
def values(picture): return [t.text for t in picture.iter(svg + "text") if "value" in t.get("class", "").split()]
def pictures(a): return [s for s in a.iter(svg + "svg") if s.get("class") == "warp"]
exec(sys.argv[2])
PYTHON
look() { python3 look.py page/index.html "$1" 2>problem || fail "$1: $(tail -1 problem)"; }
rules=$("$program" rules --json | wc -l) theorems=$("$program" verify --list | wc -l) claims=$("$program" contradictions --json 2>/dev/null | wc -l)
look "assert len(articles('rules')) == $rules, len(articles('rules'))"
look "assert len(articles('theorems')) == $theorems, len(articles('theorems'))"
look "assert len(list(section('contradictions').iter(html + 'article'))) == $claims"
# each claim has its picture of the lanes that matter, before and after, in which something is red where the claim is contradicted by it; a program one for each step
# that looks beyond its own lane
look "
for a in section('contradictions').iter(html + 'article'):
    if a.find(html + 'pre') is None: continue
    name = words(a.find(html + 'h3'))
    case = json.load(open('$root/corpus/contradictions/' + name + '.json'))
    for picture in pictures(a): drawn(picture)
    assert 'Witness: ' + ' '.join(case['comment'].split()) in ' '.join(words(a).split()), name
    if 'instruction' not in case:
        [steps] = a.iter(html + 'ol')
        assert len(steps) == sum(len(warp.get('program', case.get('program'))) for warp in case['warps']), name
        for step in steps: assert pictures(step) or not any(of in words(step) for of in ('SHFL', 'shfl', 'match', 'redux')), name
        continue
    [picture] = pictures(a)
    if 'got: what the claim' in words(a): assert circles(picture, 'differs') or [t for t in picture.iter(svg + 'text') if 'differs' in t.get('class', '')], name
"
look "
[picture] = pictures(articles('contradictions')['shfl-4-up-compares-with-max-lane'])
assert len(circles(picture, 'on')) + len(circles(picture, 'off')) == 2 * len(drawn(picture)) and len(drawn(picture)) < 32 and values(picture)
assert paths(picture, 'reads') and any('reads lane' in title for title in circles(picture, 'on'))
"
look "
[picture] = pictures(articles('counterexamples')['counterexamples/order.json'])
assert drawn(picture) == [0, 2, 4] and len(circles(picture, 'on')) == 6
assert '0x2' in values(picture), values(picture) # what lane 2 adds
assert [t.text for t in picture.iter(svg + 'text') if t.get('class') == 'turn'] == ['0', '1', '2']
[order] = paths(picture, 'order')
at = {g.find(svg + 'text').text: g.find(svg + 'circle').get('cx') for g in picture.iter(svg + 'g')}
assert order.get('d').startswith('M' + at['4'] + ',') and order.get('d').endswith(' ' + at['0'] + ',86'), order.get('d')  # lanes 4, 2, 0
assert 'expected: the case file' in words(articles('counterexamples')['counterexamples/order.json'])
"
# what an executor gave and who it was; how one ended
look "
a = articles('counterexamples')['counterexamples/got.json']
assert 'R0 lane 1: expected 0x0, got 0x1' in words(a) and 'got: mine 2' in words(a), words(a)
[picture] = pictures(a)
assert drawn(picture) == [0, 1] and len(circles(picture, 'differs')) == 1 and '0x1' in values(picture)
a = articles('counterexamples')['counterexamples/ended.json']
assert 'mine 2 gave no answer: SIGSEGV' in words(a) and pictures(a), words(a)
"
# the sum comes first; lists of theorems are folded
sum_comes_first page/index.html
look "
total = [p for p in page.iter(html + 'p')][0]
assert 'sum' in total.get('class') and words(total).startswith('0 of $(grep -c '"verdict"' failing.jsonl) as expected') and 'failed' in total.get('class'), words(total)
for a in articles('rules').values():
    assert not any(words(p).startswith('Theorems') for p in a.iter(html + 'p'))
assert any('theorem-' in (link.get('href') or '') for d in section('rules').iter(html + 'details') for link in d.iter(html + 'a'))
"
look "
a = articles('counterexamples')['counterexamples/program.json']
assert pictures(a) and 'encoding and expected values agree' in words(a)
"
# histories are pictures of their own that say which operations no order explains, or how they were ordered; the illegal ones first
look "
import urllib.parse
a = articles('counterexamples')['counterexamples/observed.jsonl']
trails = list(a.iter(html + 'img'))
assert [words(p).split(': ')[1] for p in a.iter(html + 'p') if words(p).startswith('line ')] == ['illegal', 'legal', 'legal']
for trail in trails:
    picture = tree.fromstring(urllib.parse.unquote(trail.get('src').removeprefix('data:image/svg+xml,')))
    assert picture.tag == svg + 'svg' and list(picture.iter(svg + 'path'))
assert 'lanes 2 and 4 both read 6' in trails[0].get('alt'), trails[0].get('alt')
"
look "assert len(articles('failures')) == $(grep -c '"verdict":"UNKNOWN"' failing.jsonl) and all('UNKNOWN, not PROVED' in words(a) for a in articles('failures').values())"
look "assert 'not as expected' in words(articles('theorems')['sel/laws']) and 'not run' in words(articles('theorems')['shfl/portable'])"
look "assert words(section('since')).count('new failure sel/laws/') == $(grep -c '"verdict":"UNKNOWN"' failing.jsonl)"
look "assert 'bitcode' in words(page) and 'z3' in words(page)"
cp page/index.html first.html
sed '3d' failing.jsonl >lost.jsonl
made --results lost.jsonl --corpus none
look "assert 'LOST lines of lost.jsonl' in words(page)"
# a shard is one, and results of another program are no verdicts of this one; what is of two runs is of none
"$program" verify SEL --shard 1/2 --results shard.jsonl >log 2>&1 || fail "a shard: $(cat log)"
made --results shard.jsonl --corpus none
look "assert 'MISSING shard 2/2' in words(page)"
sed '1s/"program":"...../"program":"00000/' old.jsonl >foreign.jsonl
made --results foreign.jsonl --corpus none
look "assert 'another program made these results' in words(page) and 'not run' in words(articles('theorems')['sel/laws'])"
python3 - old.jsonl >long.jsonl <<'PYTHON'
import json, sys
for line in map(json.loads, open(sys.argv[1])):
    if "name" in line: line["verdict"], line["counterexample"] = "REFUTED", "A" * 1000000
    print(json.dumps(line))
PYTHON
made --results long.jsonl --corpus none
{ cat foreign.jsonl; head -1 old.jsonl; } >mixed.jsonl
expect 2 '^mixed.jsonl: results: not one run wrote it: ' report --html page --results mixed.jsonl
# what runs keep stands under what made it, and so do certificates
"$program" verify --theorem sel/portable --certify >log 2>&1 || fail "certificates: $(cat log)"
"$program" verify --theorem vote/plan >log 2>&1 || fail "verify: $(cat log)"
certified=$(grep -c '"status":"certified"' "$WARPLAW_CACHE/verdicts.jsonl")
made --corpus none
look "
assert 'obligations: warplaw' in words(page) and ', certificates by cadical' in words(page)
assert 'certificates of' in words(section('results'))
assert '$certified certified' in words(articles('theorems')['sel/portable'])
assert 'certified' not in words(articles('theorems')['vote/plan']) and 'NOT CERTIFIED' not in words(page)
"
sed -i '0,/"status":"certified"/s//"status":"not certified","reason":"planted"/' "$WARPLAW_CACHE/verdicts.jsonl"
made --corpus none
look "assert words(page).count('NOT CERTIFIED sel/portable/') == 1"
truncate -s -10 "$WARPLAW_CACHE/verdicts.jsonl"
made --corpus none
look "assert 'is truncated; ignored' in words(page)"
true >"$WARPLAW_CACHE/verdicts.jsonl" # as where nothing was run
made --corpus none
look "assert 'bitcode' in words(page) and 'Not run by this program yet' in words(section('results'))"
mkdir nothing
made --counterexamples nothing --corpus none # over the old page
look "assert 'No cases or histories' in words(section('counterexamples')) and words(section('failures')).endswith('Nothing.')"
touch file
expect 2 'cannot write' report --html file
expect 2 "nowhere cannot be read" report --html page --results nowhere
expect 2 'html is required' report

chromium=$(command -v chromium || command -v chromium-browser) || {
  echo 'no chromium: the page is not tried in a browser'
  done_testing
}
mv first.html page/index.html
browse() { # FLAG.. ADDRESS: the document as it is then; what the page complains of is in `complaints`
  timeout 600 "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" --enable-logging=stderr "$@" 2>messages
  grep 'CONSOLE' messages >complaints && fail "the browser complains: $(head -3 complaints)" >&2 # stdout is the document
}
address=file://$work/page/index.html
browse --dump-dom "$address" >dom
[ "$(grep -o '<svg class="warp"' dom | wc -l)" = "$(grep -o '<svg class="warp"' page/index.html | wc -l)" ] || fail 'pictures are missing'
grep -qE '<p id="searching">' dom || fail "no search: $(grep -o '<p id="searching"[^>]*>' dom)"
visible() { grep -oE '<article( id="[^"]*")?( hidden="")?>' "$1" | grep -vc hidden; }
[ "$(visible dom)" = "$(grep -c '<article' page/index.html)" ] || fail 'something is hidden that nobody searched'
browse --dump-dom "$address?q=up-comparison+claim" >dom
found=$(visible dom)
[ "$found" -ge 1 ] && [ "$found" -lt 10 ] || fail "search finds $found"
grep -q '<article id="theorem-shfl.up-comparison">' dom || fail 'search does not find the theorem'
grep -q "<span id=\"found\"[^>]*>$found of " dom || fail 'what was found is not counted'
sed '/^<script>/,/<\/script>/d' page/index.html >page/still.html
echo '</body></html>' >>page/still.html
browse --dump-dom "file://$work/page/still.html?q=least" >dom # as where scripts are not run
[ "$(visible dom)" = "$(grep -c '<article' page/index.html)" ] || fail 'without JavaScript something is hidden'
grep -q '<p id="searching" hidden' dom || fail 'without JavaScript there is a search that does nothing'
# the first point of a picture of the page: light paper in light, dark in dark
paper() { # SCHEME: 0 dark, 1 light; ADDRESS
  browse --blink-settings=preferredColorScheme="$1" --window-size=400,300 --screenshot="$work/shot.png" "$2" >/dev/null
  python3 - <<'PYTHON'
import struct, zlib
data, at, rows = open("shot.png", "rb").read(), 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    rows += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
    at += 12 + size
print("light" if min(zlib.decompress(rows)[1:4]) > 200 else "dark" if max(zlib.decompress(rows)[1:4]) < 60 else "neither")
PYTHON
}
python3 - page/index.html >page/trail.html <<'PYTHON' # a history's picture, alone in a page
import re, sys
print('<body style="margin:0">' + re.search(r'<img [^>]*src="data:image/svg[^>]*>', open(sys.argv[1]).read()).group())
PYTHON
for shown in "$address" "file://$work/page/trail.html"; do
  [ "$(paper 1 "$shown")" = light ] || fail "light: $(paper 1 "$shown") of $shown"
  [ "$(paper 0 "$shown")" = dark ] || fail "dark: $(paper 0 "$shown") of $shown"
done
done_testing
