#!/usr/bin/env python3
"""The 24 kernels of corpus/ptx for all inputs of their launches, with statements of what they compute (docs/ptx.md).

    verify_corpus.py PROGRAM ROOT [--levels] [--every N] [--entry NAME].. [--markdown]

Statements stand above the kernels in corpus/ptx/kernels.cu, launches in corpus/ptx/launches. Asked are both modules
that are kept, and with --levels what clang makes with our header at -O0 to -O3, and what nvcc makes, where it is
installed. All findings and statements must be PROVED, but for what EXCEPT says. In each kernel of a kept module that is
PROVED, a fault is planted that must make a statement REFUTED. --every: each so many of the kernels, --entry: this one
alone. --markdown prints the table of docs/evidence.md. What takes longer than 10 s is named. Exit code 0: all is as
said; 1: something is not.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "peers"))
import cub  # pylint: disable=wrong-import-position

LEVELS = range(4)
MOST_SECONDS = 10
ONLY_NVCC = ("k_half2", "k_simd", "k_dp4a")  # clang has no halves, and its header no SIMD functions

# What is not PROVED: the kernel, a pattern of the modules, the summary, and reasons that docs/ptx.md names. If errors
# or statements are REFUTED, last a pattern that fits each of them, and what is said of it.
EXCEPT = [
    # every lane adds: the others hand a shuffle a variable that nobody set (docs/ptx.md, CUDA source)
    ("k_atomic_agg", "clang19 kept", "CHECKED, statement REFUTED", "the reference schedule|time-out",
     r"ensures cnt\[0\] == count\(t, 0, 31, a\[t\] > 0\): it does not hold"),
    ("k_atomic_agg", "", "CHECKED, statement CHECKED", "the reference schedule"),
    ("k_hist_match", "", "PROVED, statement UNKNOWN", "time-out"),  # counts of lanes whose first one a match finds
    ("k_block_reduce", "", "CHECKED, statement -", "the reference order of atomics"),  # floats
    # no barrier is between what the kernel reads and the first atomic
    ("k_shared_cas", "", "REFUTED, statement -", "every input meets an error before",
     r"race: lane \d+ (reads|writes) shared memory \+ 0, which .* accesses too, and nothing orders the two"),
    ("k_reduce_u64", "clang19 kept", "PROVED, statement UNKNOWN", "time-out"),  # sums of halves that are joined
    ("k_maxloc_u64", "-O0", "CHECKED, statement CHECKED", "the reference order of atomics"),  # it reads the old value
    ("k_shared_ops", "", "CHECKED, statement CHECKED", "the reference order of atomics"),  # it exchanges
]
FAULTS = [fault for fault in cub.FAULTS if fault[1] != ""] + [
    (r"vote\.sync\.all", "vote.sync.any"),
    (r"\bmax\.([su]32|u64)", r"min.\1"),
    (r"\bxor\.b32", "or.b32"),
]


def source_of(root):
    """Of each kernel the lines that say what it computes, and the names of its parameters."""
    said, kernels = [], {}
    for line in (root / "corpus/ptx/kernels.cu").read_text().split("\n"):
        if line.startswith("// warplaw: "):
            said.append(line)
        kernel = re.match(r"__global__ void (\w+)\(([^)]*)\)", line)
        if kernel:
            kernels[kernel[1]] = said, re.findall(r"(\w+)(?:,|$)", kernel[2])
            said = []
    return kernels


class Asked:
    def __init__(self, options, folder):
        self.program, self.root = str(options.program.resolve()), options.root.resolve()
        self.folder, self.faults, self.used = pathlib.Path(folder), [], set()
        self.sources = source_of(self.root)
        self.launches = [line.split() for line in (self.root / "corpus/ptx/launches").read_text().splitlines()]
        self.documented = " ".join((self.root / "docs/ptx.md").read_text().split())
        self.environment = {**os.environ, "XDG_CACHE_HOME": folder}

    def fail(self, text):
        self.faults.append(text)
        print(f"FAILED: {text}", flush=True)

    def modules(self, levels):
        """Name, text of a module or nothing, options."""
        corpus = self.root / "corpus/ptx"
        for compiler in ("nvcc13", "clang19"):
            yield f"{compiler} kept", (corpus / f"kernels_{compiler}_sm80.ptx").read_text(), []
        for level in levels:
            yield f"clang -O{level}", None, [f"--clang-arg=-O{level}"]
        if levels and not cub.nvcc():
            print("nvcc is not installed: its present output is not asked")
            return
        for level in levels:
            module = self.folder / f"nvcc{level}.ptx"
            cub.compiled(corpus / "kernels.cu", level, module)
            yield f"nvcc -O{level}", module.read_text(), []

    def file(self, kernel, text):
        """A module in which this kernel's statements stand, and its parameters have the names of the source."""
        said, parameters = self.sources[kernel]
        for i, name in enumerate(parameters):
            text = re.sub(rf"\b{kernel}_param_{i}\b", name, text)
        if "ex2.approx.ftz.f32" in text:  # what clang's header made of __expf when its module was kept
            said = [line.replace("ex2.approx.f32", "ex2.approx.ftz.f32") for line in said]
        path = self.folder / "asked.ptx"
        path.write_text("".join(line + "\n" for line in said) + text)
        return str(path)

    def verify(self, kernel, module, text, options, launch):
        """Verdicts and seconds."""
        path = str(self.root / "corpus/ptx/kernels.cu") if text is None else self.file(kernel, text)
        limit = "10" if "time-out" in (self.wanted(kernel, module)[1] or "") else "60"
        start = time.monotonic()
        done = subprocess.run([self.program, "verify", path, *options, "--entry", kernel, *launch, "--json",
                               "--timeout", limit],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, env=self.environment,
                              check=False)
        seconds = time.monotonic() - start
        if not done.stdout.startswith("{"):
            self.fail(f"{kernel} {options}: exit {done.returncode}: {done.stderr[:600]}")
            return None, seconds
        verdicts = json.loads(done.stdout)["verdicts"]
        for fault in cub.faults_of(done.returncode, verdicts):
            self.fail(f"{kernel} of {module}: {fault}")
        return verdicts, seconds

    def wanted(self, kernel, module):
        """Summary, reasons, and what alone may be REFUTED."""
        for row in EXCEPT:
            if row[0] == kernel and re.search(row[1], module):
                self.used.add(row)
                return row[2], row[3], row[4] if len(row) > 4 else None
        return "PROVED", None, None

    def judge(self, kernel, module, verdicts):
        """The summary, which is as expected, and of which what is open has a reason that is documented."""
        summary, (wanted, reason, refuted) = cub.summary(verdicts), self.wanted(kernel, module)
        if summary != wanted:
            worst = [(one["finding"], one["verdict"], one.get("reason") or one.get("what", ""))
                     for one in verdicts if one["verdict"] != "PROVED"]
            self.fail(f"{kernel} of {module}: {summary}, and not {wanted}: {worst[:4]}"[:1500])
        for one in verdicts:
            said = f"{one['finding']}: {one.get('what')}"
            isCounted = one["verdict"] == "REFUTED" and one["finding"] not in cub.LIMITS
            if refuted and isCounted and not re.match(refuted, said):
                self.fail(f"{kernel} of {module}: another thing is REFUTED: {one.get('place')}: {said}"[:1500])
        reasons = reason.split("|") if reason else []
        for one in verdicts:
            if one["verdict"] in ("CHECKED", "UNKNOWN") and not any(why in one["reason"] for why in reasons):
                self.fail(f"{kernel} of {module}: {one['finding']} is {one['verdict']}: {one['reason']}")
        for why in reasons:
            if why not in self.documented:
                self.fail(f"docs/ptx.md does not name a reason: {why}")
        return summary

    def plant(self, kernel, module, text, launch):
        """A fault for which a statement fails."""
        start, end = cub.bodies_of(text)[kernel]
        for pattern, other in FAULTS:
            body, count = re.subn(pattern, other, text[start:end], count=1)
            if count == 0:
                continue
            verdicts, _ = self.verify(kernel, module, text[:start] + body + text[end:], [], launch)
            if any(one["finding"].startswith("ensures") and one["verdict"] == "REFUTED" for one in verdicts or []):
                return
            self.fail(f"{kernel} of {module}: {pattern} -> {other}: no statement is REFUTED: "
                      f"{verdicts and cub.summary(verdicts)}")
            return
        self.fail(f"{kernel} of {module}: nothing to plant")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--entry", action="append")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    cells, count = collections.defaultdict(dict), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        asked = Asked(options, folder)
        for module, text, compiler in asked.modules(LEVELS if options.levels else []):
            for kernel, *launch in asked.launches[::options.every]:
                if (options.entry and kernel not in options.entry) or (kernel in ONLY_NVCC and "clang" in module):
                    continue
                verdicts, seconds = asked.verify(kernel, module, text, compiler, launch)
                if verdicts is None:
                    continue
                summary = asked.judge(kernel, module, verdicts)
                count[summary] += 1
                cells[kernel][module] = f"{summary} {seconds:.1f}"
                if seconds > MOST_SECONDS:
                    print(f"{kernel} of {module}: {seconds:.0f} s")
                if not options.markdown:
                    print(f"{kernel} of {module}: {summary}, {seconds:.1f} s", flush=True)
                if summary == "PROVED" and module.endswith("kept"):
                    asked.plant(kernel, module, text, launch)
        if not cells:
            asked.fail("no kernels")
        if options.every == 1 and not options.entry:  # rows of a level only where levels are asked
            for row in EXCEPT:
                if row not in asked.used and (options.levels or "-O" not in row[1]):
                    asked.fail(f"no kernel that is asked uses the row {row}")
    if options.markdown:
        names = list(dict.fromkeys(module for row in cells.values() for module in row))
        print("| kernel | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
        for kernel, row in cells.items():
            print(f"| `{kernel}` | " + " | ".join(row.get(name, "-") for name in names) + " |")
    print(", ".join(f"{number} {summary}" for summary, number in count.items()), file=sys.stderr)
    sys.exit(1 if asked.faults else 0)


if __name__ == "__main__":
    main()
