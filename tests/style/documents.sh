#!/usr/bin/env bash
# What people read: prose of *.md is wrapped at 100 columns, README is short, and links between documents lead somewhere.
# Tables, headings and code stand as they are.
# usage: documents.sh ROOT
set -euo pipefail
cd "$1"
python3 - <<'P'
import os, re, sys
wrong = 0
def fail(text):
    global wrong
    wrong = 1
    print(text)

def anchor(heading):  # as GitHub makes it
    return re.sub(r'[^\w\- ]', '', re.sub(r'`|\[([^\]]*)\]\([^)]*\)', r'\1', heading).lower()).strip().replace(' ', '-')

names = []
for folder, folders, files in os.walk('.'):
    folders[:] = [f for f in folders if not f.startswith(('.', 'build'))]
    names += [os.path.relpath(os.path.join(folder, f)) for f in files if f.endswith('.md')]
prose, anchors = {}, {}
for name in sorted(names):
    prose[name], anchors[name], code = [], set(), False
    before = ''
    with open(name, encoding='utf-8') as file:
        for number, line in enumerate(file.read().split('\n'), 1):
            if line.lstrip().startswith('```'):
                code = not code
            elif not code and line.startswith('#'):
                anchors[name].add(anchor(line.lstrip('#')))
            elif not code and not (line.startswith('    ') and (before == '' or before.startswith('    '))):
                prose[name].append((number, line))
            before = line
for name, lines in prose.items():
    for number, line in lines:
        if len(line) > 100 and not line.startswith('|'):
            fail(f'{name}:{number}: {len(line)} columns; prose has at most 100')
        for target in re.findall(r'\]\(([^)\s]+)\)', re.sub(r'`[^`]*`', '', line)):
            if re.match(r'[a-z]+:', target):
                continue
            path, _, part = target.partition('#')
            to = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not os.path.exists(to):
                fail(f'{name}:{number}: {target} is not there')
            elif part and to in anchors and part not in anchors[to]:
                fail(f'{name}:{number}: {to} has no heading {part}')
with open('README.md', encoding='utf-8') as file:
    readme = file.read().split('\n')[:-1]
if len(readme) > 120:
    fail(f'README.md has {len(readme)} lines; it has at most 120')
for number, line in enumerate(readme, 1):
    if len(line) > 100:
        fail(f'README.md:{number}: {len(line)} columns; it has at most 100, tables and code included')
if len(prose) < 15:
    fail(f'only {len(prose)} documents were found')
sys.exit(wrong)
P
