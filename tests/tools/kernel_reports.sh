#!/usr/bin/env bash
# What people and programs see of `verify FILE.ptx|FILE.cu` and `equal`: one result as text, JSON, JUnit, SARIF, Markdown and a page. Every report has each
# refuted finding at its line, with the input and the command that shows it again; options that say nothing of a kernel are rejected.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cat >look.py <<'PYTHON'
"""look.py SUBCOMMAND-EXIT: all reports of one result say the same."""
import json, os, re, subprocess, sys, xml.etree.ElementTree as tree
program, exit_code = sys.argv[1], int(sys.argv[2])
answer = json.load(open("run.json"))
assert answer["exit"] == exit_code, answer
for key in ("warplaw", "program", "bitcode", "compiler", "solvers", "options", "limits"):
    assert answer["run"][key], key
verdicts = answer["verdicts"]
refuted = [v for v in verdicts if v["verdict"] == "REFUTED"]
assert verdicts
# JUnit: a case each, and those that fail are the errors that are refuted
suites = tree.parse("run.xml").getroot()
cases = list(suites.iter("testcase"))
assert len(cases) == len(verdicts), (len(cases), len(verdicts))
failures = list(suites.iter("failure"))
notes = ("depends-on-schedule", "depends-on-order", "not-judged") # no errors (docs/ptx.md)
errors = [v for v in refuted if v["finding"] not in notes]
assert len(failures) == len(errors) and bool(errors) == (exit_code == 1)
for v, case in zip(verdicts, cases):
    assert case.get("classname") == v["finding"] and case.get("name").startswith(v["place"]), (v, case.attrib)
for v, failure in zip(errors, failures):
    assert v["what"] in failure.get("message") and v["replay"] in failure.text
# SARIF: the names are its rules; what is not proved stands at its line
run, = json.load(open("run.sarif"))["runs"]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
assert len(rules) == len(set(rules)) and all(rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"])
for result in run["results"]:
    place = result["locations"][0]["physicalLocation"]
    assert result["ruleId"] in rules and os.path.isfile(place["artifactLocation"]["uri"].removeprefix("file://")), place
    assert place["region"]["startLine"] >= 1
for v in refuted:
    line = int(v["place"].rsplit(":", 1)[1])
    def line_of(result): return result["locations"][0]["physicalLocation"]["region"]["startLine"]
    found = [r for r in run["results"] if r.get("properties", {}).get("replay") == v["replay"] and line_of(r) == line
             and (v["finding"].startswith(r["ruleId"]) or r["ruleId"] == "equal")]
    assert len(found) == 1, (v, run["results"])
    result, = found
    assert result["level"] == ("note" if v["finding"] in notes else "error")
    assert v["input"] and result["properties"]["input"] == " ".join(f"{name}={value}" for name, value in v["input"].items())
    assert v["replay"] in result["message"]["text"].replace("; warplaw", "\nwarplaw") and v["what"] in result["message"]["text"]
# Markdown and the page: each once, with its step where it has one
markdown = open("run.md").read()
page = tree.parse("page/index.html").getroot()
html, svg = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
articles = list(page.iter(html + "article"))
assert markdown.count("```") % 2 == 0
text = open("run.txt").read()
for v in refuted:
    step = v.get("step")
    here = [a for a in articles if any(v["replay"].split("\n")[0] == p.text.strip() for p in a.iter(html + "pre"))]
    assert here, v
    assert v["replay"] in markdown and v["replay"].split("\n")[0] in text
    if step is None:
        continue
    lanes = [g for g in here[0].iter(svg + "g")]
    assert len(lanes) == 32, len(lanes)
    on = [i for i, g in enumerate(lanes) if g.find(svg + "circle").get("class").startswith("on")]
    assert on == step["lanes"], (on, step["lanes"])
    assert step["instruction"] in markdown and step["instruction"] in text
    table = text[text.index(step["instruction"]):].split("\n")[1:]
    assert table[0].split()[0] == "lane", table[0]
# a lane table has at most 100 columns
for block in re.findall(r"^  lane[^\n]*\n(?:  [^\n]*\n)*", text, re.M):
    assert all(len(line) <= 100 for line in block.split("\n")), block
assert len(re.findall("REFUTED", text)) == len(refuted)
# what else is to be known of PROVED
notes = [line for line in text.split("\n") if re.match("Of these operations|No input comes|It is not known", line)]
assert notes == [p.get("value") for p in suites.iter("property") if p.get("name") == "note"], notes
for note in notes:
    assert note.split(":")[0] in markdown and any(note == p.text for p in page.iter(html + "p")), note
functions = sorted({one for v in verdicts for one in v.get("functions", [])})
assert any(note.endswith(": " + ", ".join(functions)) for note in notes) if functions else not any("Of these" in n for n in notes)
# and is shown again by what is printed
for v in refuted:
    for command in v["replay"].split("\n"):
        code = subprocess.run([program, *command.split()[1:]], capture_output=True).returncode
        assert code in (0, 1), command
print(len(refuted))
PYTHON
# reports EXIT REFUTED ARGUMENTS..: at least so many refuted
reports() {
  local code=$1 least=$2 got
  shift 2
  rm -rf page run.*
  expect "$code" . "$@" --junit run.xml --sarif run.sarif --markdown run.md --html page
  sum_comes_first page/index.html
  cp out run.txt
  "$program" "$@" --json >run.json 2>err </dev/null
  got=$(python3 look.py "$program" "$code" 2>problem) || fail "$*: $(tail -1 problem)"
  [ "${got:-0}" -ge "$least" ] || fail "$*: only $got are refuted"
}
# of each finding that is named some kernels: the verdicts of all are ptx.verify's
for finding in $(sed -n 's|^// refuted: \([^ ]*\).*|\1|p' "$root"/corpus/ptx/proved/*_broken.ptx | sort -u); do
  grep -lE "^// refuted: $finding( |\$)" "$root"/corpus/ptx/proved/*_broken.ptx | some 8
done >broken
for file in $(cat broken) "$root"/corpus/ptx/bugs/{no_syncwarp,divergent_mask,width,activemask,exited_lane}_broken.cu; do
  [ -e "$file" ] || continue
  case $file in *.cu) more=--clang-arg=-O2 ;; *) more='' ;; esac
  # shellcheck disable=SC2086 # no word where there is none
  reports 1 1 verify "$file" $more
done
reports 0 0 verify "$root/corpus/ptx/proved/two_warps_right.ptx"
reports 0 0 verify "$root/corpus/ptx/proved/float_fma_right.ptx"
grep -q '^Of these operations' run.txt || fail 'no functions are named'
# two kernels, one of which is another
sed 's/xor.b32 %r6, %r5, 4/xor.b32 %r6, %r5, 8/' "$root/corpus/ptx/proved/neighbour_right.ptx" >other.ptx
reports 1 1 equal "$root/corpus/ptx/proved/neighbour_right.ptx" other.ptx
reports 0 0 equal other.ptx other.ptx
# what limits solvers is heard
kernel="$root/corpus/ptx/proved/masked_lane_right.ptx" # a solver decides it, not folding
expect 0 PROVED verify "$kernel" --cache off
expect 3 UNKNOWN verify "$kernel" --cache off --timeout 0.001 --solver z3
mkdir empty
expect 3 'not in the cache' verify "$kernel" --cache enforce --cache-dir empty
expect 2 'no such directory' equal "$kernel" "$kernel" --cache enforce --cache-dir nothing-yet
"$program" verify "$kernel" --solver cvc5 --json | grep -q '"solvers":"cvc5: cvc5 [^z]*"' || fail 'who was asked'
# what says nothing of a kernel is rejected, and what is of a kernel alone
for option in '--shard 1/2' '--results new.jsonl' '--certify' '--list' '--no-fold' '--mutants'; do
  # shellcheck disable=SC2086 # words
  expect 2 "usage: ${option%% *} says nothing of a kernel" verify "$kernel" $option
done
expect 2 'usage: --sarif and --html are of a kernel' verify VOTE --html page
for option in --junit --sarif --markdown --html; do
  expect 2 'cannot write' verify "$kernel" $option /proc/nothing/a
done
expect 2 'would be written over' verify "$kernel" --sarif "$kernel"
done_testing
