#!/usr/bin/env bash
# Numbers that documents say and that files of the repository hold are the same: lists of names, programs, cases, bugs, mutants, costs. Numbers of a run are not
# looked at; those keep their date and machine.
# usage: counts.sh ROOT [write]: write puts the numbers into the documents
set -euo pipefail
cd "$1"
python3 - "${2:-}" <<'P'
import glob, json, os, re, sys
write = sys.argv[1] == 'write'
wrong = 0
texts = {}
def fail(text):
    global wrong
    wrong = 1
    print(text)
def text_of(name):
    if name not in texts:
        with open(name, encoding='utf-8') as file:
            texts[name] = file.read()
    return texts[name]
def lines_of(name):
    return text_of(name).split('\n')[:-1]

def says(document, pattern, number, what):
    """Each place of the document that fits the pattern has the number in the pattern's one group; there is such a place."""
    text, places = text_of(document), 0
    def check(match):
        nonlocal places
        places += 1
        at, end = (match.start(1) - match.start(), match.end(1) - match.start())
        right = format(number, ',')
        if match[1] != right and not write:
            fail(f'{document}: {match[1]} {what}; there are {right}')
        return match[0][:at] + right + match[0][end:]
    texts[document] = re.sub(pattern, check, text, flags=re.MULTILINE)
    if not places:
        fail(f'{document}: it does not say how many {what} there are')

NUMBER = r'([0-9]+(?:,[0-9]+)*)'
EVIDENCE = 'docs/evidence.md'

# the names of obligations, row by row
golden = {os.path.basename(path)[:-4]: lines_of(path) for path in sorted(glob.glob('proofs/golden/*.txt'))}
for document in ('README.md', EVIDENCE):
    says(document, NUMBER + r'\s+obligations,\s+all\s+as\s+expected', sum(map(len, golden.values())), 'obligations')
def list_of(cell): # "match.any.sync, match.all.sync (portable ..)" is of match.sync.txt
    word = re.match(r"[^ ,:(']+", cell)[0]
    for name in golden:
        if name.lower() in (word.lower(), re.sub(r'^(\w+)\.\w+\.(\w+)$', r'\1.\2', word.lower())):
            return name
rows = {}
for row in re.finditer(r'^\| ([^|]*) \|[^|]*\| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \| 0 \|$', text_of(EVIDENCE), re.MULTILINE):
    name = list_of(row[1])
    if name is None or name in rows:
        fail(f'{EVIDENCE}: the row of {row[1]} has no list of its own in proofs/golden')
        continue
    rows[name] = row[1]
    asked, proved, checked, refuted = (int(row[i].replace(',', '')) for i in range(2, 6))
    if proved + checked + refuted != asked:
        fail(f'{EVIDENCE}: {row[1]}: {proved:,} proved, {checked:,} checked and {refuted:,} refuted are not {asked:,}')
for name, lines in golden.items():
    if name in rows:
        says(EVIDENCE, r'^\| ' + re.escape(rows[name]) + r' \|[^|]*\| ([0-9,]+) \|', len(lines), f'obligations of {rows[name]}')
    else:
        fail(f'{EVIDENCE}: no row is of proofs/golden/{name}.txt')
says(EVIDENCE, NUMBER + ' programs \\|', len(glob.glob('corpus/programs/idiom_*.wl') + glob.glob('corpus/programs/law_*.wl')), 'programs')

# obligations without a certificate: patterns over the names
names = {line.split(' ')[0] for lines in golden.values() for line in lines}
uncertified = {}
for line in lines_of('tests/proofs/uncertified.txt'):
    if line and not line.startswith('#'):
        pattern = line.split(' ')[0]
        fits = re.compile(re.escape(pattern).replace(r'\*', '.*')).fullmatch
        uncertified[pattern] = sum(bool(fits(name)) for name in names)
says(EVIDENCE, r'without a certificate \| ' + NUMBER + r' \|', sum(uncertified.values()), 'obligations without a certificate')
says(EVIDENCE, r'The ' + NUMBER + r' stand', sum(uncertified.values()), 'obligations without a certificate')
says(EVIDENCE, NUMBER + r' of them are the lanes of one law', max(uncertified.values(), default=0), 'lanes of the law without certificates')

# mutants that change nothing
entries = re.findall(r'^WARPLAW_(?:SOME_)?EQUIVALENT\("([^"]*)"', text_of('proofs/mutants/equivalent.def'), re.MULTILINE)
says(EVIDENCE, r'The list has ' + NUMBER + r'\s+entries', len(entries), 'entries of equivalent mutants')
says(EVIDENCE, NUMBER + r'\s+of\s+them\s+name\s+functions\s+by\s+a\s+pattern', sum('*' in entry for entry in entries), 'entries with a pattern')

# the zoo: each bug as its file says it
bugs = {}
for path in glob.glob('corpus/zoo/*.sed'):
    bugs[os.path.basename(path)[:-4]] = re.sub(r'^# ([^:]*): (.*)$', r'\1 | \2', lines_of(path)[0])
zoo = dict(re.findall(r'^\| ([a-z0-9-]+) \| ([^|]* \| [^|]*) \|', text_of(EVIDENCE).partition('\n## Bug zoo')[2].partition('\n## ')[0], re.MULTILINE))
zoo.pop('bug', None)
for bug in sorted(set(bugs) | set(zoo)):
    if bugs.get(bug) != zoo.get(bug):
        fail(f'{EVIDENCE}: {bug} is {zoo.get(bug)}; corpus/zoo says {bugs.get(bug)}')

# cases and recordings
for folder in ('seeds', 'contradictions', 'regressions', 'zoo'):
    says(EVIDENCE, rf'^\| \[{folder}\].* \| {NUMBER} \|$', len(glob.glob(f'corpus/{folder}/*.json')), f'cases in corpus/{folder}')
says(EVIDENCE, rf'^\| \[programs\].* \| {NUMBER} \|$', len(glob.glob('corpus/programs/*.wl')), 'programs in corpus/programs')
says(EVIDENCE, rf'^\| \[text\].* \| {NUMBER} \|$', sum(len(lines_of(path)) for path in glob.glob('corpus/text/*.tsv')), 'pairs in corpus/text')
def results_in(path): # values by lane of what is expected; "all" is 32
    expected = [json.loads(line)['case'].get('expected', {}) for line in lines_of(path)]
    parts = [part for one in expected for part in [one, *one.get('warps', [])]]
    return sum(32 if lane == 'all' else 1 for part in parts for lanes in part.get('registers', {}).values() for lane in lanes)
recorded = {name: results_in(f'corpus/recorded/{name}.jsonl') for name in ('simd_video', 'folded', 'assembler')}
for name, results in recorded.items():
    says('corpus/recorded/README.md', rf'^\| `{name}\.jsonl`.* \| {NUMBER} \|$', results, f'results in {name}.jsonl')
says('corpus/recorded/README.md', NUMBER + r'\s+were\s+folded', recorded['folded'], 'constants that were folded')
says('README.md', NUMBER + r' results of SIMD video', recorded['simd_video'], 'results of SIMD video')
says('README.md', NUMBER + r' constants folded', recorded['folded'], 'constants that were folded')
says(EVIDENCE, rf'^\| \[recorded\].* \| {NUMBER} \|$', sum(recorded.values()), 'results in corpus/recorded')

# what theorems cost
costs = [json.loads(line) for line in lines_of('proofs/costs.jsonl')]
says('docs/scale.md', r'all ' + NUMBER + r' theorems', len(costs), 'theorems in proofs/costs.jsonl')
says('docs/scale.md', NUMBER + r'\s+s\s+together', round(sum(one['seconds'] for one in costs)), 'seconds in proofs/costs.jsonl')
says('docs/ci.md', r'the ten heaviest of ' + NUMBER, len(costs), 'theorems in proofs/costs.jsonl')

# samples of mutants in every run
tests = text_of('tests/proofs/CMakeLists.txt')
sample = int(re.search(r'NAME verify_mutants COMMAND .*--mutants-sample ([0-9]+)', tests)[1])
for pattern in (NUMBER + r' of executors and', r'of executors and ' + NUMBER + ' of encodings', r'`--mutants-sample ' + NUMBER + '`'):
    says('docs/ci.md', pattern, sample, 'mutants in the sample of verify_mutants')
says('docs/ci.md', NUMBER + r' generated assumptions and', int(re.search(r'NAME verify_theorem_mutants COMMAND .*--mutants-sample ([0-9]+)', tests)[1]),
     'assumptions in the sample of verify_theorem_mutants')

if write:
    for name, text in texts.items():
        if name.endswith('.md'):
            with open(name, 'w', encoding='utf-8') as file:
                file.write(text)
sys.exit(wrong)
P
