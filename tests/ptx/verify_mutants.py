#!/usr/bin/env python3
"""Plants one change at a time in kernels that are proved, and looks whether it is noticed (docs/ptx.md).

    verify_mutants.py PROGRAM ROOT [MOST]

A kernel of corpus/ptx/proved is proved again with the change: any exit code but 0 notices it. One of
corpus/ptx/launches is compared with what it was (warplaw equal). What is not noticed is printed, and must stand in
verify_mutants.txt with the reason. MOST: changes of a kernel, 10 by default."""
import pathlib, re, subprocess, sys, tempfile

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
most = int(sys.argv[3]) if len(sys.argv) > 3 else 10
corpus = root / 'corpus' / 'ptx'
explained = {line.split('|')[0].strip()
             for line in (root / 'tests/ptx/verify_mutants.txt').read_text().splitlines() if '|' in line}

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
]


def mutants(text):
    """Changed texts, spread over kinds of changes, and what was changed."""
    lines, kinds = text.split('\n'), []
    for pattern, change in CHANGES:
        kinds.append([(i, re.sub(pattern, change, line, count=1)) for i, line in enumerate(lines)
                      if not line.lstrip().startswith('//') and re.search(pattern, line)])
    made, at = 0, 0
    while made < most and any(at < len(kind) for kind in kinds):
        for kind in kinds:
            if at < len(kind) and made < most:
                i, new = kind[at]
                if new != lines[i]:
                    made += 1
                    yield i + 1, lines[i].strip(), new.strip(), '\n'.join(lines[:i] + [new] + lines[i + 1:])
        at += 1


def status(*arguments):
    try:
        return subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=300).returncode
    except subprocess.TimeoutExpired:
        return 'time-out'


def one_entry(text, entry):
    """The module with this entry alone."""
    parts = re.split(r'(?m)^(?=\s*\.visible \.entry |\s*\.entry |// -- Begin)', text)
    return parts[0] + ''.join(p for p in parts[1:] if re.search(r'\.entry %s\b' % entry, p))


noticed, survivors, codes = 0, [], {}
with tempfile.TemporaryDirectory() as folder:
    changed = pathlib.Path(folder) / 'changed.ptx'

    def judge(name, text, arguments):
        global noticed
        for line, old, new, mutant in mutants(text):
            changed.write_text(mutant)
            code = status(*arguments)
            codes[code] = codes.get(code, 0) + 1
            if code == 0:
                survivors.append(f'{name}: {old} -> {new or "nothing"}')
                print(f'{name}:{line}: not noticed: {old} -> {new or "nothing"}', flush=True)
            else:
                noticed += 1

    for file in sorted((corpus / 'proved').glob('*_right.ptx')):
        judge(file.stem, file.read_text(), ['verify', str(changed)])
    original = pathlib.Path(folder) / 'original.ptx'
    module = (corpus / 'kernels_nvcc13_sm80.ptx').read_text()
    for line in (corpus / 'launches').read_text().splitlines():
        entry, *launch = line.split()
        text = one_entry(module, entry)
        original.write_text(text)
        if status('verify', str(original), '--entry', entry, *launch) != 0:
            print(f'{entry}: not proved, so not changed')
            continue
        judge(entry, text, ['equal', str(original), str(changed), '--entry', entry, *launch])
print(f'{noticed} noticed, {len(survivors)} not; exit codes {codes}')
unexplained = [one for one in survivors if one not in explained]
for one in unexplained:
    print(f'unexplained: {one}')
sys.exit(1 if unexplained else 0)
