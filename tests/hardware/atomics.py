#!/usr/bin/env python3
"""Every atomic of PTX, in .global and .shared, on this machine's GPU and on the machine of warps.

Each lane has a place to itself, so that no order shows (PTX-17). Values are random; a quarter are limits of their
type: subnormals, infinities and NaNs among them.
  atomics.py WARPLAW COMPARE_LAUNCHES
Exit code 0: they leave the same; 1: some do not; 77: there is no GPU.
"""
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HALVES = "f16 f16x2 bf16 bf16x2"
ATOMICS = {  # operation: types of one element, and of a vector in global memory
    "add": (f"u32 s32 u64 {HALVES} f32 f64", f"{HALVES} f32"),
    "min": ("u32 s32 u64 s64", HALVES), "max": ("u32 s32 u64 s64", HALVES),
    "inc": ("u32", ""), "dec": ("u32", ""),
    "and": ("b32 b64", ""), "or": ("b32 b64", ""), "xor": ("b32 b64", ""),
    "exch": ("b32 b64", ""), "cas": ("b16 b32 b64", ""),
}
MANTISSAS = {("f", 16): 10, ("b", 16): 7, ("f", 32): 23, ("f", 64): 52}
THREADS, BLOCKS = 128, 4
CODES = {16: "<H", 32: "<I", 64: "<Q"}


def width(name):
    return 32 if name.endswith("x2") else int("".join(c for c in name[1:] if c.isdigit()))


def number(dice, bits, mantissa):
    """Of an integer, or of a float with so many bits of mantissa."""
    if mantissa is None:
        limits = [0, 1, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1]
        return dice.choice([dice.getrandbits(bits), dice.choice(limits), dice.randrange(10)])
    one, exponents = 1 << mantissa, ((1 << (bits - 1 - mantissa)) - 1) << mantissa
    limits = [0, 1, one - 1, one, one + 1, exponents, exponents - 1, exponents | one >> 1, exponents | 1]
    near = (exponents >> 1) + dice.randint(-3 * one, 3 * one)
    value = dice.choice([dice.choice(limits), dice.getrandbits(mantissa + 1), near, dice.getrandbits(bits)])
    return value | dice.getrandbits(1) << (bits - 1)


def element(dice, name):
    if name.endswith("x2"):
        return element(dice, name[:-2]) | element(dice, name[:-2]) << 16
    bits = width(name)
    return number(dice, bits, MANTISSAS.get((name[0], bits)) if "f" in name else None)


def kernel(name, kind, space, operation, what, count):
    """Text of a kernel: each thread one atomic, and what memory and the register hold afterwards."""
    bits, size = width(what), width(what) * count // 8
    register = f"b{bits}" if what in HALVES.split() else what
    each = range(count)

    def registers(letter):
        names = ", ".join(f"%{letter}{i}" for i in each)
        return f"{{{names}}}" if count > 1 else names

    def parts(line):
        return [line.format(i=i, at=i * bits // 8, t=f"b{bits}") for i in each]

    isolated = space == "shared"
    place = "[%s]" if isolated else "[%mem]"
    operands = ([] if kind == "red" else [registers("d")]) + [place, registers("e")]
    operands += [registers("f")] if operation == "cas" else []
    opcode = ".".join([kind, space, operation] + (["noftz"] if what in HALVES.split() else []) +
                      ([f"v{count}"] if count > 1 else []) + [what])
    lines = [
        f"// warplaw: entry={name} block={THREADS} grid={BLOCKS} " +
        " ".join(f"{a}=u{bits}[{THREADS * BLOCKS * count}]:@{name}.{a}.raw" for a in ("mem", "b", "c")) +
        f" old=u{bits}[{THREADS * BLOCKS * count}]:zero",
        ".version 8.5", ".target sm_90", ".address_size 64",
        f".visible .entry {name}(.param .u64 mem, .param .u64 b, .param .u64 c, .param .u64 old) {{",
        f".shared .align 16 .b8 place[{THREADS * size}];",
        ".reg .b32 %t, %s, %n;", ".reg .b64 %mem, %b, %c, %old;",
        f".reg .{register} %d<{count}>, %e<{count}>, %f<{count}>, %g<{count}>;",
        "mov.u32 %t, %tid.x;", "mov.u32 %n, %ctaid.x;", f"mad.lo.u32 %n, %n, {THREADS}, %t;",
        "mov.u32 %s, place;", f"mad.lo.u32 %s, %t, {size}, %s;"]
    for a in ("mem", "b", "c", "old"):
        lines += [f"ld.param.u64 %{a}, [{a}];", f"mad.wide.u32 %{a}, %n, {size}, %{a};"]
    lines += parts("ld.global.{t} %e{i}, [%b+{at}];") + parts("ld.global.{t} %f{i}, [%c+{at}];")
    if isolated:
        lines += parts("ld.global.{t} %g{i}, [%mem+{at}];") + parts("st.shared.{t} [%s+{at}], %g{i};")
    lines.append(f"{opcode} {', '.join(operands)};")
    if kind == "atom":
        lines += parts("st.global.{t} [%old+{at}], %d{i};")
    if isolated:
        lines += parts("ld.shared.{t} %g{i}, [%s+{at}];") + parts("st.global.{t} [%mem+{at}], %g{i};")
    return "\n".join(lines + ["ret;", "}"]) + "\n"


def cases(warplaw, folder):
    dice = random.Random(1)
    for operation, (scalars, vectors) in ATOMICS.items():
        rows = [(t, 1, s) for t in scalars.split() for s in ("global", "shared")]
        rows += [(t, n, "global") for t in vectors.split() for n in (2, 4, 8) if n * width(t) <= 128]
        for what, count, space in rows:
            for kind in ("atom",) if operation in ("exch", "cas") else ("atom", "red"):
                name = "_".join([kind, space, operation, f"v{count}", what])
                values = {a: [element(dice, what) for _ in range(THREADS * BLOCKS * count)] for a in ("mem", "b", "c")}
                if operation == "cas":  # half of them find what they compare with
                    values["b"] = [m if dice.random() < 0.5 else b for m, b in zip(values["mem"], values["b"])]
                for array, some in values.items():
                    data = b"".join(struct.pack(CODES[width(what)], value) for value in some)
                    (folder / f"{name}.{array}.raw").write_bytes(data)
                text = folder / f"{name}.ptx"
                text.write_text(kernel(name, kind, space, operation, what, count))
                case = folder / f"{name}.json"
                subprocess.run([warplaw, "run", text, "--output", case], check=True, stdout=subprocess.DEVNULL)
                yield case


def main():
    warplaw, compare = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        made = cases(warplaw, Path(folder))
        code = subprocess.run([compare, next(made)], check=False).returncode
        if code == 77:
            return 77
        codes = [code] + [subprocess.run([compare, case], check=False).returncode for case in made]
        return 1 if any(codes) else 0  # a process that a signal ended has a code below 0


if __name__ == "__main__":
    sys.exit(main())
