#!/usr/bin/env python3
"""SHFL as a process in Python: warplaw check --pipe 'python3 examples/shfl.py' --cases 5000. Expected: SHFL.* OK"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "clients/python"))
import warplaw  # noqa: E402

IDX, UP, DOWN, BFLY = range(4)


def shuffle(w):
    value, lane, range_ = list(w.value), list(w.lane), list(w.range)
    for i in range(warplaw.LANES):
        if not w.exec >> i & 1:
            continue
        b, clamp, segment = lane[i] & 31, range_[i] & 31, range_[i] >> 8 & 31
        least = i & segment
        greatest = least | clamp & ~segment
        source = {IDX: least | b & ~segment, UP: i - b, DOWN: i + b, BFLY: i ^ b}[w.mode]
        in_range = source >= greatest if w.mode == UP else source <= greatest
        source = source if in_range else i
        w.result[i] = value[source] if w.exec >> source & 1 else 0
        w.predicate = w.predicate & ~(1 << i) | in_range << i


if __name__ == "__main__":
    warplaw.serve({"shfl": shuffle}, name="shfl in Python", domain={"shfl": {"inactive": "zero"}})
