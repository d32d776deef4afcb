#!/usr/bin/env python3
"""Observations of a GPU (capture.cu) as lines that `warplaw replay` compares: each a case with what the GPU gave.

    tests/hardware/recorded.py PROGRAM OBSERVATIONS > corpus/hardware/GPU/observations.jsonl

Lines of SHFL and ATOMS stay as they are: replay looks for the choice or the order that explains them. A line of any other
instruction has up to 32 results side by side, one a lane. Where PROGRAM says that the GPU and the rules differ, a line of
video carries both results (corpus/recorded/README.md): NVIDIA's assembler makes other code of it. Not kept: atomics on
shared memory that are no ATOMS (64 bits but exch and cas, float), of which the assembler makes loops.
"""
import functools
import json
import re
import subprocess
import sys

LANES = 32


def number(value):
    return int(value, 16) if isinstance(value, str) else value


def word(value):
    return hex(value & 0xffffffff)


def lanes_of(values, mask=0xffffffff):
    return {str(lane): word(value) for lane, value in enumerate(values) if mask >> lane & 1}


def masked(mask, lanes):
    """One value in every lane of a mask."""
    return {str(lane): lanes for lane in range(LANES) if mask >> lane & 1}


def recorded(text, case):
    return {"recorded": text, "case": {"version": 1, **case}}


def vote(line):
    exec_, pred = number(line["exec"]), number(line["pred"])
    for mode, name in (("ANY", "any"), ("ALL", "all"), ("EQ", "uni")):
        yield recorded(f"__{name}_sync, __ballot_sync", {
            "instruction": f"VOTE.{mode} R0, P0, P1;", "active": word(exec_), "predicates": {"P1": word(pred)},
            "expected": {"registers": {"R0": masked(exec_, word(number(line["ballot"])))},
                         "predicates": {"P0": masked(exec_, number(line[name]))}}})


def limited(op, old, limit):
    if op == "INC":
        return 0 if old >= limit else old + 1
    return limit if old == 0 or old > limit else old - 1


def order_to(op, lanes, limits, first, last):
    """An order of lanes in which INC or DEC makes `last` of `first`."""
    values = sorted(set(limits))

    @functools.lru_cache(None)
    def path(counts, old):
        if not any(counts):
            return () if old == last else None
        for i, count in enumerate(counts):
            if count:
                rest = path(counts[:i] + (count - 1,) + counts[i + 1:], limited(op, old, values[i]))
                if rest is not None:
                    return (values[i],) + rest
        return None

    found = path(tuple(limits.count(value) for value in values), first)
    if found is None:
        raise SystemExit(f"no order of {op} with {limits} makes {last} of {first} (RED-6)")
    waiting = list(zip(limits, lanes))
    order = []
    for limit in found:
        at = next(i for i, (one, _) in enumerate(waiting) if one == limit)
        order.append(waiting.pop(at)[1])
    return order


def memory(values, size):
    words = {}
    for i, value in enumerate(values):
        for part in range(size // 4):
            words[hex(i * size + 4 * part)] = word(value >> 32 * part)
    return words


def generic(values, size):
    count = len(values) * size
    return {"generic": {"allocated": count, "words": memory(values, size)},
            "regions": {"baseLow": {"0": "0x100"}, "end": {str(i): count for i in range(8)}}}


def reduction(text, instruction, cells, operands, before, after, size, mask, order=None):
    registers = {"R4": lanes_of([0x100 + size * cell for cell in cells], mask), "R2": lanes_of(operands, mask)}
    if size == 8:
        registers["R3"] = lanes_of([value >> 32 for value in operands], mask)
    case = {"instruction": instruction, "active": word(mask), "registers": registers, **generic(before, size)}
    if order is not None:
        case["choices"] = {"order": order + [lane for lane in range(LANES) if lane not in order]}
    words = memory(after, size)
    if "F64" in instruction:  # the rules do not say which NaN, and the GPU keeps a source's
        for i, value in enumerate(after):
            if value & 0x7fffffffffffffff > 0x7ff0000000000000:
                words[hex(8 * i)] = words[hex(8 * i + 4)] = "any"
    case["expected"] = {"generic": words}
    return recorded(text, case)


def red(line):
    name = line["instruction"]
    op, kind = name.split(".")[2:4]
    size, mask = int(kind[1:]) // 8, number(line["exec"])
    cells, operands = ([number(v) for v in line[key]] for key in ("cell", "b"))
    before, after = ([number(v) for v in line[key]] for key in ("initial", "final"))
    order = None
    if op in ("INC", "DEC"):
        order = []
        for cell in range(len(before)):
            lanes = [lane for lane in range(LANES) if mask >> lane & 1 and cells[lane] == cell]
            order += order_to(op, lanes, [operands[lane] for lane in lanes], before[cell], after[cell])
    yield reduction(f"atomic{op.capitalize()}, result unused", f"{name} [R4], R2;", cells, operands, before, after, size, mask,
                    order)


def side_by_side(lines, text, instruction, after, size):
    for at in range(0, len(lines), LANES):
        some = lines[at:at + LANES]
        yield reduction(text, instruction, range(len(some)), [number(one["b"]) for one in some],
                        [number(one["m"]) for one in some], [number(one[after]) for one in some], size, (1 << len(some)) - 1)


def barrier(line):
    program, warps = [], []
    for at, name in enumerate(("POPC", "AND", "OR")):
        program += [f"BAR.RED.{name} 0, P0;", f"B2R.RESULT R{at}, P{at + 1};"]
    results = [number(line[name]) for name in ("popc", "and", "or")]
    expected = []
    for gone, pred in zip(line["exited"], line["pred"]):
        live = ~number(gone) & 0xffffffff
        warps.append({"active": word(live), "predicates": {"P0": word(number(pred))}})
        expected.append({"registers": {"R0": masked(live, word(results[0]))},
                         "predicates": {f"P{at + 1}": masked(live, results[at]) for at in (1, 2)}})
    yield {"recorded": "__syncthreads_count, _and, _or",
           "case": {"version": 2, "program": program, "warps": warps, "expected": {"frame": False, "warps": expected}}}


def special(lines):
    if not lines:
        return
    names = ("LANEID", "EQMASK", "LTMASK", "LEMASK", "GTMASK", "GEMASK")
    for at, name in enumerate(names):
        values = [number(line["laneid,eq,lt,le,gt,ge"][at]) for line in lines]
        yield recorded(f"mov.u32 %r0, %{'laneid' if at == 0 else 'lanemask_' + name[:2].lower()};",
                       {"instruction": f"S2R R0, SR_{name};", "expected": {"registers": {"R0": lanes_of(values)}}})


def surface(line):
    """A surface of 32-bit texels, in a linear layout here; on the GPU the driver chose the layout."""
    parts = line["ptx"].split(".")
    mode, dimension, op, kind, clamp = parts[1:6]
    width, height = line["width"], line.get("height", 1)
    words = {hex(4 * i): line["initial"] for i in range(width * height)}
    after = dict(words)
    for texel in line["changed"]:
        after[hex(4 * (texel.get("y", 0) * width + texel["x"]))] = texel["value"]
    size = 4 * width * height
    yield recorded(f"{line['ptx']} at x {line['x']}, y {line.get('y', 0)}", {
        "instruction": f"SURED.D.{'BA.' if mode == 'b' else ''}{dimension.upper()}.{op.upper()}.{kind.upper().replace('B', 'U')}"
                       f".{'NEAR' if clamp == 'clamp' else 'IGN'} [R2], R4, R6;",
        "active": "0x1",
        "registers": {"R2": {"0": word(line["x"])}, "R3": {"0": word(line.get("y", 0))}, "R4": {"0": line["operand"]}},
        "generic": {"allocated": size, "words": words},
        "regions": {"baseLow": {"0": "0x400"}, "end": {str(i): size for i in range(8)}},
        "surfaces": {"header": {"0": "0x20f", "1": "0x400", "2": "0x400000", "3": hex(4 * width // 32),
                                "4": hex(width - 1 | (0x800000 if dimension == "2d" else 0)), "5": hex(height - 1)}},
        "expected": {"generic": after}})


def video(program, lines):
    """Rules and GPU side by side."""
    made = []
    for at in range(0, len(lines), LANES):
        some = lines[at:at + LANES]
        text = some[0]["ptx"] + ";"
        for i, name in enumerate(("%r9", "%r1", "%r2", "%r3")):
            text = re.sub(rf"%{i}(?!\d)", name, text)
        registers = {f"R{i + 1}": lanes_of([number(one[key]) for one in some]) for i, key in enumerate("abc")}
        used = {name: values for name, values in registers.items() if "%r" + name[1:] in text}
        given = lanes_of([number(one["d"]) for one in some])
        made.append((text, {"version": 1, "instruction": text, "active": word((1 << len(some)) - 1), "registers": used}, given))
    asked = "\n".join(json.dumps(case) for _, case, _ in made)
    done = subprocess.run([program, "exec", "-", "--json"], input=asked, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    if len(told) != len(made):
        raise SystemExit(f"{len(told)} of {len(made)} cases were executed: {done.stderr[:400]}")
    for (text, _, given), answer in zip(made, told):
        case = json.loads(answer)
        told_of = case["expected"].get("registers", {}).get("R9", {})
        rules = {lane: told_of.get(lane, told_of.get("all", "0x0")) for lane in given}  # what stays 0 is not said
        one = {"recorded": text, "case": {key: case[key] for key in ("version", "instruction", "active", "registers") if key in case}}
        one["case"]["expected"] = {"registers": {"R9": rules}}
        other = {lane: value for lane, value in given.items() if value != rules[lane]}
        if other:
            one["assemblerGives"] = {"registers": {"R9": other}}
        yield one


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    program, path = sys.argv[1:]
    floats, doubles, specials, videos, left = [], [], [], {}, {}

    def tell(line):
        print(json.dumps(line, separators=(",", ":")))

    with open(path, encoding="utf-8") as file:
        for text in file:
            line = json.loads(text)
            name = line.get("instruction", "")
            if "gpu" in line or name.startswith("SHFL"):
                print(text, end="")
            elif name.startswith("ATOMS"):
                if name.endswith("64") and name.split(".")[1] not in ("EXCH", "CAS"):
                    left[name] = left.get(name, 0) + 1
                else:
                    print(text, end="")
            elif name == "VOTE":
                for one in vote(line):
                    tell(one)
            elif name == "BAR.RED":
                for one in barrier(line):
                    tell(one)
            elif name == "RED.ADD float":
                floats.append(line)
            elif name == "RED.E.ADD.F64.RN":
                doubles.append(line)
            elif name.startswith("RED"):
                for one in red(line):
                    tell(one)
            elif name == "S2R":
                specials.append(line)
            elif line.get("ptx", "").startswith("sured"):
                if line["ptx"].split(".")[3] == "add" or line.get("y", 0) in (0, 9):  # other operations go to the same texels
                    for one in surface(line):
                        tell(one)
            elif "ptx" in line:
                videos.setdefault(line["ptx"], []).append(line)
            else:
                raise SystemExit(f"not understood: {text[:100]}")
    for one in side_by_side(floats, "red.global.add.f32", "RED.E.ADD.F32.FTZ.RN [R4], R2;", "global.f32", 4):
        tell(one)
    for one in side_by_side(floats, "red.global.add.noftz.f16x2", "RED.E.ADD.F16x2.RN [R4], R2;", "global.noftz.f16x2", 4):
        tell(one)
    for one in side_by_side(doubles, "red.global.add.f64", "RED.E.ADD.F64.RN [R4], R2;", "final", 8):
        tell(one)
    for one in special(specials):
        tell(one)
    for lines in videos.values():
        for one in video(program, lines):
            tell(one)
    print("not kept:", ", ".join(f"{name} ({count})" for name, count in sorted(left.items())), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
