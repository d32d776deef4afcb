#!/usr/bin/env python3
"""Runs the modules of ZLUDA's suite (ptx/src/test/spirv_run), unchanged, and compares what they leave.

    tests/peers/zluda.py PROGRAM CHECKOUT

Its authors run the same modules with the same inputs on NVIDIA's hardware. The table stands in mod.rs: a kernel of two
parameters (input, output) and one thread, or of one (output) and a block of 64. Exit code 0: every module gives what
the table says, or is named below with the reason; 1: one does not; 77: there is no checkout.
"""
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# What PTX-5 leaves out, by the beginnings of names.
NOT_READ = {
    "cvt_pack": "cvt.pack",
    "cvt_rn_satfinite_e": "floats of 8 bits",
    "cvt_rn_f16x2_e": "floats of 8 bits",
    "cp_async": "cp.async",
    "ldmatrix": "matrices",
    "mma_": "matrices",
}
FORMATS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q", "f16": "e",
           "f32": "f", "f64": "d"}


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def balanced(text, start):
    """The text between the bracket at `start` and its partner."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1:i]
    raise ValueError("no closing bracket")


def parts(text):
    """What commas separate, outside brackets."""
    depth, begin, all_ = 0, 0, []
    for i, char in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        if char == "," and depth == 0:
            all_.append(text[begin:i].strip())
            begin = i + 1
    return [one for one in all_ + [text[begin:].strip()] if one]


def bits_of(kind, value):
    if kind in ("f16", "f32", "f64"):
        return struct.pack("<" + FORMATS[kind], value)
    size = int(kind[1:]) // 8
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def literal(text):
    """(type or None, value or bytes) of one element, as Rust writes it."""
    text = text.strip()
    if match := re.fullmatch(r"(f32|half::f16|f64)::from_bits\((.*)\)", text):
        kind = match[1].removeprefix("half::")
        return kind, literal(match[2])[1].to_bytes(int(kind[1:]) // 8, "little")
    if match := re.fullmatch(r"half::f16::from_f(?:32|64)\((.*)\)", text):
        return "f16", float(literal(match[1])[1])
    if text == "half::f16::NAN.to_bits()":
        return "u16", 0x7e00
    if match := re.fullmatch(r"(?:std::)?(f32|f64|half::f16|[ui]\d+)::(?:consts::)?([A-Za-z_]+)(?:\(\))?(?: / 2f32)?", text):
        kind = match[1].removeprefix("half::")
        half = 0.5 if text.endswith("/ 2f32") else 1
        if match[2] in ("NAN", "INFINITY", "NEG_INFINITY", "PI"):
            return kind, {"NAN": math.nan, "INFINITY": math.inf, "NEG_INFINITY": -math.inf, "PI": math.pi * half}[match[2]]
        bits, signed = int(kind[1:]), kind[0] == "i"
        return kind, (2 ** (bits - signed) - 1) if match[2].lower() in ("max", "max_value") else -(2 ** (bits - 1)) * signed
    match = re.fullmatch(r"(-?)((?:0[xb])?[0-9a-fA-F_.]+?)_*([uif]\d+)?", text)
    sign = -1 if match[1] else 1
    digits = match[2].replace("_", "")
    if digits.startswith(("0x", "0b")):
        if digits.startswith("0x") and (hexadecimal := re.fullmatch(r"-?0x([0-9a-fA-F_]+?)_*([ui](?:8|16|32|64))?", text)):
            return hexadecimal[2], sign * int(hexadecimal[1].replace("_", ""), 16)
        return match[3], sign * int(digits, 0)
    if "." in digits or (match[3] or "").startswith("f"):
        return match[3], sign * float(digits)
    return match[3], sign * int(digits)


def array_bytes(text):
    """The bytes of `[1u32, 2]`: one type for all, i32 or f64 where nobody says one."""
    elements = [literal(one) for one in parts(text)]
    kind = next((k for k, _ in elements if k), "f64" if any(isinstance(v, float) for _, v in elements) else "i32")
    return b"".join(v if isinstance(v, bytes) else bits_of(kind, float(v) if kind[0] == "f" else v)
                    for _, v in elements)


def table(text):
    """(name, input or None, output, block) of every row that has an output."""
    for match in re.finditer(r"^test_ptx(_warp|_with_32)?!\(", text, re.M):
        name, *arrays = parts(balanced(text, match.end() - 1))
        if not arrays:
            continue
        arrays = [one.strip()[1:-1] for one in arrays]
        if match[1] == "_warp":
            yield name, None, arrays[0], 64
        else:
            yield name, arrays[0], arrays[1], 1


def run(program, module, given, wanted, block, folder):
    """Nothing where it ends as the table says; else what is otherwise."""
    text = module.read_text(encoding="utf-8")
    entry = re.search(r"\.entry\s+([\w$]+)\s*\(([^)]*)\)", text)
    names = re.findall(r"([\w$]+)\s*(?:,|$)", re.sub(r"\s+", " ", entry[2]).strip())
    expected = array_bytes(wanted)
    size = len(expected)
    arguments = []
    if given is not None:
        data = array_bytes(given)
        (folder / "in.raw").write_bytes(data)
        arguments += ["--arg", f"{names[0]}=u8[{len(data)}]:@{folder}/in.raw"]
        output = names[1]
    else:
        output = names[-1]
        for other in names[:-1]:
            arguments += ["--arg", f"{other}=0"]
    arguments += ["--arg", f"{output}=u8[{size}]:zero"]
    (folder / "out.raw").write_bytes(expected)
    command = [program, "run", str(module), "--block", str(block), "--shared", "1024", *arguments, "--allow", "not-judged", "--expect",
               f"{output}=u8[{size}]:@{folder}/out.raw"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return None
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return f"exit {done.returncode}: " + " | ".join(lines[:4])[:400]


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    suite = pathlib.Path(sys.argv[2]) / "ptx/src/test/spirv_run"
    if not (suite / "mod.rs").exists():
        print(f"no checkout of ZLUDA at {sys.argv[2]}: skipped")
        return 77
    right, named, wrong = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, given, wanted, block in table(without_comments((suite / "mod.rs").read_text(encoding="utf-8"))):
            what = run(sys.argv[1], suite / f"{name}.ptx", given, wanted, block, pathlib.Path(folder))
            if what is None:
                right += 1
            elif why := next((why for prefix, why in NOT_READ.items() if name.startswith(prefix)), None):
                named += 1
                print(f"{name}: {why}: {what}")
            else:
                wrong += 1
                print(f"WRONG {name}: {what}")
    print(f"{right} modules give what the table says, {named} are named with the reason, {wrong} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
