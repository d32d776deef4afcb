#!/usr/bin/env python3
"""What nvcc makes of CUB's and of cooperative groups' collectives, in kernels of our own (tests/peers/cub/*.cu).

    cub.py PROGRAM ROOT [--level N].. [--entry NAME].. [--markdown]

Each kernel is run on random inputs, and what it leaves is compared with what its comment `// expected:` says, in
Python; it is verified for all inputs, with its statements; and where all of that is PROVED, a fault that is planted
in the PTX must be REFUTED (at -O3, where all stands in the kernel itself). `// verdict:` says what is not PROVED:
CHECKED, UNKNOWN or REFUTED of the errors and of the statements, or that nothing is asked. Once more is PROVED, this
test fails until the comment says so. `// planted:` says why no fault is planted.
--level 0 to 3: of optimisation (3). --entry: this kernel alone. --markdown prints the table of docs/evidence.md. Exit
code 0: all is as said; 1: something is not, or there is no kernel; 77: there is no nvcc.
"""
import argparse
import glob
import itertools
import json
import operator
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from functools import reduce
from itertools import accumulate

SEEDS = 3
WORST = ["PROVED", "CHECKED", "UNKNOWN", "REFUTED", "VACUOUS", "ERROR"]  # the last one
LIMITS = ("depends-on-schedule", "depends-on-order", "not-judged")  # findings that are no errors
# Planted where its first line is found; all barriers go, one of the others does something else.
FAULTS = [
    (r"redux\.sync\.add\.s32", "redux.sync.max.s32"),
    (r"redux\.sync\.max\.s32", "redux.sync.min.s32"),
    (r"shfl\.sync\.(down|bfly)", "shfl.sync.up"),
    (r"shfl\.sync\.up", "shfl.sync.down"),
    (r"match\.any\.sync\.b32\s+(%r\d+), (%r\d+), (%r\d+)", r"mov.b32 \1, \3"),
    (r"vote\.sync\.ballot\.b32(\s+%r\d+), (%p\d+)", r"vote.sync.ballot.b32\1, !\2"),
    (r"shfl\.sync\.idx", "shfl.sync.up"),
    (r"bar\.warp\.sync[^;]*;", ""),
    (r"bar(rier)?\.sync[^;]*;", ""),
]


def nvcc():
    return shutil.which("nvcc") or next(iter(sorted(glob.glob("/usr/local/cuda*/bin/nvcc"), reverse=True)), None)


def compiled(file, level, module):
    subprocess.run([nvcc(), "-ptx", "-lineinfo", "-arch=sm_80", "-std=c++17", f"-Xcicc=-O{level}", "-o", module, file],
                   check=True)


def float32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def add(a, b):
    return float32(a + b)  # of two floats a double has the exact sum, or one that rounds alike


def near(values):
    while len(values) > 1:
        values = [add(*values[i:i + 2]) for i in range(0, len(values), 2)]
    return values[0]


def far(values):
    while len(values) > 1:
        half = len(values) // 2
        values = [add(a, b) for a, b in zip(values[:half], values[half:])]
    return values[0]


def float_scan(values):
    step = 1
    while step < len(values):
        values = [add(values[i - step], one) if i >= step else one for i, one in enumerate(values)]
        step *= 2
    return values


def tile8(values):
    ballot = sum((one > 0) << i for i, one in enumerate(values))
    return (ballot != 0) | (ballot == 255) << 1 | ballot << 8


def wrapped(value, kind):
    if kind[0] == "f":
        return value
    bits = int(kind[1:])
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind[0] == "s" and value >> (bits - 1) else value


def random_of(kind, count, dice):
    if kind[0] == "f":
        return [float32(dice.uniform(-8, 8)) for _ in range(count)]
    bits = int(kind[1:])
    return [wrapped(dice.choice([dice.getrandbits(bits), dice.randrange(-9, 10)]), kind) for _ in range(count)]


class Kernel:
    def __init__(self, file, comments, parameters):
        self.file, self.parameters, self.verdict, self.expected, self.planted = file, parameters, "PROVED", "", ""
        self.launch = [line for line in comments if line.startswith("// warplaw:")]
        for line in comments:
            if line.startswith("// expected: "):
                self.expected = line.removeprefix("// expected: ")
            if line.startswith("// verdict: "):
                self.verdict = line.removeprefix("// verdict: ")
            if line.startswith("// planted: "):
                self.planted = line.removeprefix("// planted: ")
        words = " ".join(line for line in self.launch if "ensures" not in line and "requires" not in line)
        self.entry = re.search(r"entry=(\w+)", words)[1]
        self.block = re.search(r"block=(\S+)", words)[1]
        self.arrays = {name: (kind, int(count), holds) for name, kind, count, holds in
                       re.findall(r"(\w+)=([usf]\d+)\[(\d+)\](?::(\S+))?", words)}


def kernels_of(file):
    all_, comments = [], []
    for line in file.read_text().split("\n"):
        if line.startswith("// ") and (comments or line.startswith("// warplaw: entry=")):
            comments.append(line)
        kernel = re.match(r'extern "C" __global__ void \w+\(([^)]*)\)', line)
        if kernel:
            all_.append(Kernel(file, comments, [re.search(r"\w+$", one)[0] for one in kernel[1].split(",")]))
            comments = []
    return all_


def bodies_of(text):
    """Of each entry of a module its text, from its name on."""
    starts = [(one.start(), one[1]) for one in re.finditer(r"\.visible \.entry (\w+)\(", text)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return {name: (start, end) for (start, name), end in zip(starts, ends)}


class Peers:
    def __init__(self, options, folder):
        self.program = str(pathlib.Path(options.program).resolve())
        self.folder, self.faults = pathlib.Path(folder), []

    def fail(self, text):
        self.faults.append(text)
        print(f"FAILED: {text}")

    def ask(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              cwd=self.folder, check=False)
        return done.returncode, done.stdout, done.stderr

    def compiled(self, file, level, kernels):
        module = self.folder / f"{file.stem}-O{level}.ptx"
        compiled(file, level, module)
        text = module.read_text()
        for kernel in kernels:  # parameters get the names that their source gives them
            for i, name in enumerate(kernel.parameters):
                text = re.sub(rf"\b{kernel.entry}_param_{i}\b", name, text)
        said = "".join(line + "\n" for kernel in kernels for line in kernel.launch)
        module.write_text(said + text)
        return module

    def runs(self, kernel, module):
        for seed in range(SEEDS):
            dice, known, arguments = random.Random(seed), {}, []
            for name, (kind, count, holds) in kernel.arrays.items():
                if holds != "random":
                    continue
                known[name] = random_of(kind, count, dice)
                file = self.folder / f"{kernel.entry}-{name}.csv"
                file.write_text("\n".join(map(repr, known[name])))
                arguments += ["--arg", f"{name}={kind}[]:@{file}"]
            names = {**globals(), "a": known["in"] if "in" in known else [i % 5 for i in range(32)],
                     "reduce": reduce, "xor": operator.xor, "accumulate": accumulate}
            wanted = {}
            exec(kernel.expected, names, wanted)  # pylint: disable=exec-used
            for name in kernel.parameters:
                if name in wanted and name in kernel.arrays:
                    kind = kernel.arrays[name][0]
                    values = ",".join(repr(wrapped(one, kind)) for one in wanted[name])
                    arguments += ["--expect", f"{name}={kind}[{len(wanted[name])}]:{values}"]
                elif name not in kernel.arrays:
                    arguments += ["--arg", f"{name}={wanted.get(name, 7)}"]
            code, out, err = self.ask("run", str(module), "--entry", kernel.entry, *arguments)
            if code != 0 or out.count("as expected") != sum("--expect" == one for one in arguments):
                self.fail(f"{module.name}: {kernel.entry}, seed {seed}: exit {code}: {out}{err}"[:1500])
                return False
        return True

    def verified(self, kernel, module):
        code, out, err = self.ask("verify", str(module), "--entry", kernel.entry, "--json", "--timeout", "10")
        if not out.startswith("{"):
            self.fail(f"{module.name}: {kernel.entry}: exit {code}: {err}")
            return None
        made = json.loads(out)
        for fault in faults_of(code, made["verdicts"]):
            self.fail(f"{module.name}: {kernel.entry}: {fault}")
        return made

    def refutes(self, kernel, module):
        """A planted fault."""
        text = module.read_text()
        start, end = bodies_of(text)[kernel.entry]
        for pattern, other in FAULTS:
            body, count = re.subn(pattern, other, text[start:end], count=0 if other == "" else 1)
            if count:
                break
        else:
            return "nothing to plant"
        broken = self.folder / "broken.ptx"
        broken.write_text(text[:start] + body + text[end:])
        code, out, err = self.ask("verify", str(broken), "--entry", kernel.entry, "--timeout", "10")
        return "REFUTED" if code == 1 else f"exit {code}: {out}{err}"[:600]


def faults_of(code, verdicts):
    """What no kernel may have in any line, and an exit code that is not the one that the verdicts mean."""
    made = [f"{one['finding']} of {one.get('place')} is {one['verdict']}: {one.get('reason')}"
            for one in verdicts if one["verdict"] not in ("PROVED", "CHECKED", "UNKNOWN", "REFUTED")]
    counted = {one["verdict"] for one in verdicts if one["finding"] not in LIMITS}
    meant = 1 if "REFUTED" in counted else 0 if counted == {"PROVED"} else 3
    return made + ([f"exit {code}, and not {meant}"] if code != meant else [])


def summary(verdicts):
    """The worst of all findings, of all statements, and what is not PROVED."""
    findings = [one for one in verdicts if not one["finding"].startswith("ensures")]
    errors = [one for one in findings if one["finding"] not in LIMITS]
    said = [one for one in verdicts if one["finding"].startswith("ensures")]
    worst = lambda of: max((one["verdict"] for one in of), key=WORST.index, default="-")
    text = f"{worst(errors)}, statement {worst(said)}"
    return "PROVED" if text == "PROVED, statement PROVED" else text


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--level", type=int, action="append")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--entry", action="append")
    options = parser.parse_args()
    if not nvcc():
        print("there is no nvcc")
        sys.exit(77)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(options, folder)
        for file, level in itertools.product(sorted(options.root.glob("tests/peers/cub/*.cu")), options.level or [3]):
            kernels = kernels_of(file)
            module = peers.compiled(file, level, kernels)
            for kernel in kernels:
                if options.entry and kernel.entry not in options.entry:
                    continue
                isRight = peers.runs(kernel, module)
                if kernel.verdict.startswith("not asked"):
                    rows.append(f"| `{kernel.entry}` | {kernel.block} | {level} | {'yes' if isRight else 'no'} | "
                                f"{kernel.verdict} | - | - |")
                    continue
                made = peers.verified(kernel, module)
                if not made:
                    continue
                got = summary(made["verdicts"])
                if got != kernel.verdict:
                    peers.fail(f"{module.name}: {kernel.entry}: {got}, and not {kernel.verdict}")
                planted = kernel.planted or (peers.refutes(kernel, module) if got == "PROVED" and level == 3 else "-")
                if planted not in ("REFUTED", "-", kernel.planted):
                    peers.fail(f"{module.name}: {kernel.entry}: planted fault: {planted}")
                rows.append(f"| `{kernel.entry}` | {kernel.block.replace(',', ' x ')} | {level} | "
                            f"{'yes' if isRight else 'no'} | {got} | {planted} | {made['seconds']:.1f} |")
                if not options.markdown:
                    print(rows[-1], flush=True)
    if options.markdown:
        print("| kernel | block | -O | runs right | findings, statement | planted fault | seconds |")
        print("|---|---|---|---|---|---|---|")
        print("\n".join(rows))
    print(f"{len(rows)} kernels", file=sys.stderr)
    if not rows:
        peers.fail("no kernels")
    sys.exit(1 if peers.faults else 0)


if __name__ == "__main__":
    main()
