#!/usr/bin/env python3
"""Plants one change at a time in kernels that are proved, and looks whether it is noticed (docs/ptx.md).

    verify_mutants.py PROGRAM ROOT [MOST [EVERY [FIRST]]]

A kernel of corpus/ptx/proved is proved again with the change. One of corpus/ptx/launches is compared with what it was
(warplaw equal). REFUTED notices the change. What is not decided, and what is rejected as text, is counted by itself.
What is PROVED in spite of the change must stand in verify_mutants.txt with the reason; in a whole run, what stands there
must still occur. ERROR, and any other exit code, is a failure. Of all changes that are accepted as text, four fifths or more
must be REFUTED or explained. Which kernels are not proved, and so not changed, SKIPPED says.
MOST: changes of a kernel, 20 by default. EVERY: of the kernels every so many'th, from the one with the number FIRST."""
import json, pathlib, re, subprocess, sys, tempfile

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
most, every, first = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((3, 20), (4, 1), (5, 0)))
corpus = root / 'corpus' / 'ptx'
explained = {line.split('|')[0].strip()
             for line in (root / 'tests/ptx/verify_mutants.txt').read_text().splitlines() if '|' in line}
LIMIT = 30  # seconds of an answer; the whole of one change may take four times as long

SKIPPED = {  # these alone are not proved, and so not changed: the exit code, and why
    'k_atomic_agg': (3, 'CHECKED: it depends on which lanes execute an instruction together'),
    'k_block_reduce': (3, 'CHECKED: it adds floats by atomics, and their order shows'),
    'k_shared_cas': (1, 'REFUTED: it has a race'),
    'k_shared_ops': (3, 'CHECKED: it exchanges by atomics, and their order shows'),
}
CHANGES = [  # what is changed, and into what
    (r'(\.sync.*)0xffffffff;|(\.sync.*), -1;', lambda m: (m[1] or m[2] + ', ') + '0x7fffffff;'),
    (r'(shfl\.sync\.\w+\.b32 [^;]*), (\d+), (\d+), ', lambda m: f'{m[1]}, {int(m[2]) // 2 or 3}, {m[3]}, '),
    (r'(shfl\.sync\.\w+\.b32 [^;]*), (\d+), 31, ', lambda m: f'{m[1]}, {m[2]}, 15, '),
    (r'setp\.(eq|ne|lt|le|gt|ge)\.', lambda m: 'setp.%s.' % dict(eq='ne', ne='eq', lt='le', le='lt', gt='ge', ge='gt')[m[1]]),
    (r'@!?%p\d+ (bra|exit|st)', lambda m: m[0].replace('@!', '@') if '@!' in m[0] else m[0].replace('@', '@!')),
    (r'(bar\.warp\.sync|bar\.sync|bar\.arrive|barrier(\.cta)?\.sync)[^;]*;', lambda m: ''),
    (r'mul\.wide\.(\w+) ([^;]*), 4;', lambda m: f'mul.wide.{m[1]} {m[2]}, 8;'),
    (r'(ld|st)\.(global|shared)\.(\w)32 ', lambda m: f'{m[1]}.{m[2]}.{m[3]}16 '),
    (r'add\.(s32|u32|s64) ', lambda m: f'sub.{m[1]} '),
    (r'(shl\.b32 [^;]*), 2;', lambda m: m[1] + ', 3;'),
    (r'shfl\.sync\.(\w+)', lambda m: 'shfl.sync.' + dict(up='down', down='up', bfly='up', idx='bfly')[m[1]]),
    (r'(min|max)\.', lambda m: dict(min='max', max='min')[m[1]] + '.'),
    (r'(\[%\w+)(\+\d+)?\]', lambda m: f'{m[1]}+{int(m[2] or 0) + 4}]'),
    (r'\b(and|or|xor)\.b32 ', lambda m: dict(xor='or', **{'and': 'xor', 'or': 'and'})[m[1]] + '.b32 '),
    (r'(, )(\d+);$', lambda m: f'{m[1]}{int(m[2]) + 1};'),
]


def mutants(text):
    """Changed texts, spread over kinds of changes, and what was changed."""
    lines, kinds = text.split('\n'), []
    for pattern, change in CHANGES:
        kinds.append([(i, re.sub(pattern, change, line, count=1)) for i, line in enumerate(lines)
                      if not line.lstrip().startswith(('//', '.')) and re.search(pattern, line)])
    made, at, done = 0, 0, set()
    while made < most and any(at < len(kind) for kind in kinds):
        for kind in kinds:
            if at < len(kind) and made < most:
                i, new = kind[at]
                if new != lines[i] and (i, new) not in done:
                    done.add((i, new))
                    made += 1
                    yield i + 1, lines[i].strip(), new.strip(), '\n'.join(lines[:i] + [new] + lines[i + 1:])
        at += 1


def status(*arguments):
    """The exit code; 3 if it takes too long; 'ERROR' if one of the verdicts is one."""
    try:
        ran = subprocess.run([program, *arguments, '--timeout', str(LIMIT), '--json'], stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=4 * LIMIT)
    except subprocess.TimeoutExpired:
        return 3
    if ran.returncode in (0, 1, 3):
        if any(one['verdict'] == 'ERROR' for one in json.loads(ran.stdout or b'{"verdicts": []}')['verdicts']):
            return 'ERROR'
    return ran.returncode


def one_entry(text, entry):
    """The module with this entry alone."""
    parts = re.split(r'(?m)^(?=\s*\.visible \.entry |\s*\.entry |// -- Begin)', text)
    return parts[0] + ''.join(p for p in parts[1:] if re.search(r'\.entry %s\b' % entry, p))


NAMES = {1: 'REFUTED', 3: 'not decided', 2: 'rejected as text', 0: 'PROVED all the same'}
total, survivors, faults = dict.fromkeys(NAMES, 0), [], []
with tempfile.TemporaryDirectory() as folder:
    changed, original = pathlib.Path(folder) / 'changed.ptx', pathlib.Path(folder) / 'original.ptx'

    def judge(name, text, arguments):
        counts = dict.fromkeys(NAMES, 0)
        for line, old, new, mutant in mutants(text):
            changed.write_text(mutant)
            code, what = status(*arguments), f'{name}: {old} -> {new or "nothing"}'
            if code not in NAMES:
                faults.append(f'exit {code}: {what}')
                continue
            counts[code] += 1
            total[code] += 1
            if code == 0:
                survivors.append(what)
            if code in (0, 3):
                print(f'{NAMES[code]}, line {line}: {what}')
        print(f'{name}: {sum(counts.values())} changes: ' +
              ', '.join(f'{counts[code]} {NAMES[code]}' for code in NAMES if counts[code]), flush=True)

    kernels = [(file.stem, None, file) for file in sorted((corpus / 'proved').glob('*_right.ptx'))]
    kernels += [(line.split()[0], line.split()[1:], None) for line in (corpus / 'launches').read_text().splitlines()]
    module = (corpus / 'kernels_nvcc13_sm80.ptx').read_text()
    for name, launch, file in kernels[first::every]:
        if file:
            judge(name, file.read_text(), ['verify', str(changed)])
            continue
        text = one_entry(module, name)
        original.write_text(text)
        code = status('verify', str(original), '--entry', name, *launch)
        wanted, why = SKIPPED.get(name, (0, 'and not in SKIPPED'))
        if code != wanted:
            faults.append(f'{name}: before any change: exit {code}, and not {wanted}')
        if code != 0:
            print(f'{name}: not proved, so not changed: {why}')
            continue
        judge(name, text, ['equal', str(original), str(changed), '--entry', name, *launch])
print(f'{sum(total.values())} changes in {len(kernels[first::every])} kernels: ' +
      ', '.join(f'{total[code]} {NAMES[code]}' for code in NAMES))
faults += [f'unexplained: {one}' for one in survivors if one not in explained]
accepted, noticed = sum(total.values()) - total[2], total[1] + sum(one in explained for one in survivors)
if noticed * 5 < accepted * 4:
    faults.append(f'of {accepted} changes that are accepted only {noticed} are REFUTED or explained')
if every == 1 and most >= 20:
    faults += [f'explained, and does not occur: {one}' for one in sorted(explained - set(survivors))]
print('\n'.join(faults))
sys.exit(bool(faults) or total[1] == 0)
