#!/usr/bin/env python3
"""`warplaw equal` of the kernels of corpus/ptx, of two compilers or two levels, for all inputs of their launches.

    equal_corpus.py PROGRAM ROOT PAIR.. [--all] [--entry NAME].. [--timeout SECONDS] [--markdown]

PAIR: kept (what nvcc and clang made at -O2, which is kept), clang (what clang makes now, -O0 against -O3), nvcc (what
nvcc makes now, -O0 against -O3), compilers (-O3, nvcc against clang). Each kernel is PROVED, but for the rows of
equal_corpus.txt beside this file: PAIR KERNEL VERDICT, and what must be said; of two verdicts, with
a `/` between them, one depends on how fast the machine is. Of CHECKED and UNKNOWN that is the
reason, which docs/ptx.md names, too; of REFUTED the array that differs, and the two commands that show it must leave
other memory. Once more is PROVED, this test fails until the row is gone. Rows marked `+` take long: with --all alone.
--timeout: seconds for each answer (20). --markdown prints the table of docs/evidence.md.
Exit code 0: all is as said; 1: something is not; 77: of no pair there is a compiler.
"""
import argparse
import collections
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from verify_corpus import ONLY_NVCC, cub, source_of

TITLES = {"kept": "nvcc -O2, clang -O2, kept", "clang": "clang -O0, -O3", "nvcc": "nvcc -O0, -O3",
          "compilers": "nvcc -O3, clang -O3"}


class Corpus:
    def __init__(self, options, folder):
        self.options, self.folder, self.faults = options, pathlib.Path(folder), []
        self.program = str(pathlib.Path(options.program).resolve())
        self.corpus = options.root / "corpus/ptx"
        self.source, self.sources = self.corpus / "kernels.cu", source_of(options.root)
        self.docs = " ".join((options.root / "docs/ptx.md").read_text().split())
        self.launches = [line.split() for line in (self.corpus / "launches").read_text().splitlines()]
        self.rows = {}
        rows = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()
        for pair, kernel, verdict, what in (line.split(maxsplit=3) for line in rows if line and line[0] != "#"):
            self.rows[pair, kernel] = verdict.rstrip("+"), what, verdict.endswith("+")
        for pair, kernel in self.rows:
            if pair not in TITLES or kernel not in [launch[0] for launch in self.launches]:
                self.fail(f"no such row can be asked: {pair} {kernel}")

    def fail(self, text):
        self.faults.append(text)
        print(f"FAILED: {text}", flush=True)

    def ask(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def nvcc(self, level):
        module = self.folder / f"nvcc_O{level}.ptx"
        subprocess.run(["nvcc", "-ptx", "-lineinfo", "-arch=sm_80", "-std=c++17", f"-Xcicc=-O{level}", "-o", module,
                        self.source], check=True)
        return module

    def modules(self, pair):
        """Both files, and the options that compile them."""
        if pair == "kept":
            return [self.corpus / "kernels_nvcc13_sm80.ptx", self.corpus / "kernels_clang19_sm80.ptx"]
        if pair == "clang":
            return [self.source, self.source, "--clang-arg=-O0", "--second-clang-arg=-O3"]
        if pair == "nvcc":
            return [self.nvcc(0), self.nvcc(3)]
        return [self.nvcc(3), self.source, "--second-clang-arg=-O3"]

    def kernel(self, pair, modules, kernel, launch):
        """Its verdict, and the processors' seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code, out, err = self.ask("equal", *modules, "--entry", kernel, *launch, "--timeout", self.options.timeout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        said = re.findall(r"^(?:\S+: |  )(no new finding|the same \S+|\S+, which one module has, as it was) "
                          r"([A-Z]+)(.*)$", out, re.M)
        if "no new finding" not in [one[0] for one in said]:
            self.fail(f"{pair}: {kernel}: exit {code}: {out}{err}")
            return None
        for one in re.findall(r"^.* (?:ERROR|VACUOUS)\b.*$", out, re.M):
            self.fail(f"{pair}: {kernel}: {one}")
        for array in sorted(self.arrays(pair, kernel, launch) - {one[0].removeprefix("the same ") for one in said}):
            self.fail(f"{pair}: {kernel}: nothing is said of {array}: {out}"[:3000])
        got = max((verdict for _, verdict, _ in said), key=cub.WORST.index)
        wanted, what, _ = self.rows.get((pair, kernel), ("PROVED", "", False))
        name = f"{pair}: {kernel}"
        if got not in wanted.split("/") or code != {"PROVED": 0, "REFUTED": 1}.get(got, 3):
            self.fail(f"{name}: {got} with exit {code}, and not {wanted}: {out}"[:3000])
        elif got == "REFUTED":
            differ = [finding.removeprefix("the same ") for finding, verdict, _ in said if verdict == got]
            if differ != [what]:
                self.fail(f"{name}: not {what}, but {differ} of the second differs")
            self.shown(name, re.findall(r"^    warplaw (run .*)$", out, re.M))
        elif got != "PROVED":
            reasons = re.findall("^CHECKED holds for: .*" if got == "CHECKED" else " UNKNOWN: .*", out, re.M)
            ways = what.split("|")
            if not reasons or not all(any(way in reason for way in ways) for reason in reasons):
                self.fail(f"{name}: {got} not for '{what}': {out}"[:3000])
            for way in ways:
                if way not in self.docs:
                    self.fail(f"docs/ptx.md does not name '{way}'")
        return got, seconds

    def arrays(self, pair, kernel, launch):
        """Names of the arrays of a launch: those of the PTX, or if both are compiled from it, those of the source."""
        numbers = [int(one[1]) for one in (re.match(r"(\d+)=\w+\[", word) for word in launch) if one]
        if not numbers:
            self.fail(f"{kernel}: no arrays")
        return {self.sources[kernel][1][i] if pair == "clang" else f"{kernel}_param_{i}" for i in numbers}

    def shown(self, name, commands):
        """Both kernels run on the input that is shown, and leave other memory."""
        memory = []
        for command in commands:
            code, out, err = self.ask(*command.split(), "--all", "--json")
            if code != 0:
                self.fail(f"{name}: {command}: exit {code}: {err}")
                return
            memory.append([array.get("values") for array in json.loads(out)["arrays"]])
        if len(memory) != 2 or memory[0] == memory[1]:
            self.fail(f"{name}: the same memory: {commands}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("pairs", nargs="+", choices=TITLES)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--entry", action="append")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    pairs = [pair for pair in options.pairs if pair in ("kept", "clang") or shutil.which("nvcc")]
    if not pairs:
        print("there is no nvcc")
        sys.exit(77)
    made = collections.defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Corpus(options, folder)
        for pair in pairs:
            modules = corpus.modules(pair)
            for kernel, *launch in corpus.launches:
                isLong = corpus.rows.get((pair, kernel), ("", "", False))[2]
                if (kernel in ONLY_NVCC and pair != "nvcc" or isLong and not options.all
                        or options.entry and kernel not in options.entry):
                    continue
                answer = corpus.kernel(pair, modules, kernel, launch)
                if answer:
                    made[kernel][pair] = answer
                    if not options.markdown:
                        print(f"{pair} {kernel} {answer[0]} {answer[1]:.1f} s", flush=True)
    if options.markdown:
        print("| kernel | " + " | ".join(TITLES[pair] for pair in pairs) + " |\n" + "|---" * (len(pairs) + 1) + "|")
        for kernel, answers in made.items():
            print(f"| `{kernel}` | " + " | ".join("{} ({:.1f})".format(*answers[pair]) if pair in answers else "-"
                                                   for pair in pairs) + " |")
    count = sum(len(answers) for answers in made.values())
    print(f"{count} pairs of kernels", file=sys.stderr)
    if not count:
        corpus.fail("no kernels")
    sys.exit(1 if corpus.faults else 0)


main()
