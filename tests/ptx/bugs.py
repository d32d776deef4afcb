#!/usr/bin/env python3
"""Public bugs of warp-level code (docs/kernel_bugs.md): of each kernel of corpus/ptx/bugs the verdict is the one that
its comment expects, at the line that ends with `// here` (of a statement: its own line), and the page says the same.

    bugs.py PROGRAM ROOT

A file begins with what is wrong or right in it, and says `// expect: VERDICT [FINDING]`. NAME_right.cu is NAME_broken.cu
repaired: all of it is PROVED. What is expected to be CHECKED or UNKNOWN is not decided today; once it is, this test
fails until the file and the page say so.
"""
import json
import pathlib
import re
import subprocess
import sys

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
folder = root / "corpus/ptx/bugs"
page = (root / "docs/kernel_bugs.md").read_text()
compiler = "--clang-arg=-O2"  # clang, whatever else there is
faults = []


def line_of(lines, finding):
    """Where the finding must stand."""
    mark = "// warplaw: ensures" if finding == "ensures" else "// here"
    at = [i + 1 for i, line in enumerate(lines) if mark in line]
    return at[0] if len(at) == 1 else None


def look(path):
    lines = path.read_text().splitlines()
    name = path.relative_to(root).as_posix()
    expected = [line.removeprefix("// expect: ").split() for line in lines if line.startswith("// expect: ")]
    if len(expected) != 1:
        return f"{len(expected)} lines say what is expected"
    verdict, *finding = expected[0]
    if (verdict == "PROVED") != path.name.endswith("_right.cu"):
        return f"{verdict} is expected of a {path.stem.rsplit('_')[-1]} one"
    ran = subprocess.run([program, "verify", name, compiler, "--json"], cwd=root, capture_output=True, text=True)
    if not ran.stdout:
        return f"exit {ran.returncode}: {ran.stderr}"
    answer = json.loads(ran.stdout)
    if verdict == "PROVED":
        others = [v for v in answer["verdicts"] if v["verdict"] != "PROVED"]
        stated = [v for v in answer["verdicts"] if v["finding"].startswith("ensures ")]
        if others or ran.returncode != 0:
            return f"exit {ran.returncode}: {others}"
        return None if stated else "it states nothing"
    rows = [row for row in page.splitlines() if row.startswith("|") and f"/{path.name})" in row]
    if len(rows) != 1 or not re.search(rf"\| {verdict}\b", rows[0]) or finding[0] not in rows[0]:
        return f"docs/kernel_bugs.md does not say {verdict} {finding[0]}: {rows}"
    at = line_of(lines, finding[0])
    if at is None:
        return "no line, or several, are marked"
    here = [v for v in answer["verdicts"] if v["place"] == f"{name}:{at}" and v["finding"].split()[0] == finding[0]
            and v["verdict"] == verdict]
    if not here or ran.returncode != {"REFUTED": 1}.get(verdict, 3):
        return f"exit {ran.returncode}, not {verdict} {finding[0]} at line {at}: {answer['verdicts']}"
    if verdict != "REFUTED":
        return None if here[0]["reason"] else f"no reason: {here[0]}"
    # what is shown must be shown by `run`, which knows nothing of statements
    replay = subprocess.run([program, *here[0]["replay"].split()[1:]], cwd=root, capture_output=True, text=True)
    if replay.returncode != (0 if finding[0] == "ensures" else 1):
        return f"exit {replay.returncode}: {here[0]['replay']}"
    if finding[0] != "ensures" and here[0]["step"]["at"]["place"].split(":")[0] != name:
        return f"no step: {here[0]}"
    return None


files = sorted(folder.glob("*.cu"))
for path in files:
    if fault := look(path):
        faults.append(f"{path.name}: {fault}")
    other = path.name.replace("_broken.", "_right.") if "_broken." in path.name else path.name.replace("_right.", "_broken.")
    if not (folder / other).exists():
        faults.append(f"{path.name}: there is no {other}")
print("\n".join(faults) or f"{len(files)} kernels as expected")
sys.exit(bool(faults) or len(files) < 24)
