"""An executor in Python for `warplaw check --pipe`: serve({"shfl": my_shuffle}, name="mine", domain={...}).

A family's function gets one structure of include/warplaw/executor.h, whose fields have the header's names, and fills in
what comes out. Standard library only. What is printed must go to sys.stderr: stdout carries the answers.
"""
import ctypes
import json
import struct
import sys

LANES = 32
#: Which source's register a result's is, and which predicate: `result_is`, `predicate_is`.
(IS_ITS_OWN, IS_VALUE, IS_LANE, IS_RANGE, IS_MEMBERMASK, IS_A, IS_B, IS_C, IS_ADDRESS, IS_OPERAND, IS_SWAP, IS_VOTES, IS_GUARD) = range(13)
_WORD, _WIDE, _BYTE = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint8


def _words(*names):
    return [(name, _WORD) for name in names]


def _lanes(*names, kind=_WORD):
    return [(name, kind * LANES) for name in names]


def _structure(name, fields):
    return type("warplaw_" + name, (ctypes.Structure,), {"_fields_": fields})


_THREE_WORDS = _words("exec") + _lanes("a", "b", "c", "result") + _words("result_is")
#: In the order of the table, which numbers them.
STRUCTURES = {
    "shfl": _words("mode", "exec", "same_register") + _lanes("value", "lane", "range", "inactive", "result")
    + _words("predicate", "result_is", "predicate_is"),
    "vote": _words("mode", "exec", "votes") + _lanes("ballot") + _words("predicate", "predicate_is"),
    "atoms": _words("op", "size", "exec", "allocated") + _lanes("address") + _lanes("operand", "swap", "returned", kind=_WIDE)
    + _words("order_is_known") + _lanes("order", "error", kind=_BYTE) + [("memory", _BYTE * 512), ("result_is", _WIDE)],
    "video": _words("op", "d_signed", "a_signed", "b_signed", "saturates", "wraps", "condition", "second", "d_part", "a_part", "b_part")
    + _THREE_WORDS,
    "vmad": _words("a_signed", "b_signed", "a_part", "b_part", "negates_product", "negates_c", "plus_one", "saturates", "shift")
    + _THREE_WORDS,
    "vsimd": _words("op", "four_lanes", "d_signed", "a_signed", "b_signed", "saturates", "condition", "adds", "mask", "a_lanes", "b_lanes")
    + _THREE_WORDS,
    "red": _words("op", "size", "exec", "regions") + [("base", _WIDE * 8), ("bytes", _WORD * 8)]
    + _words("shared_window", "shared_window_bytes", "local_window", "local_window_bytes") + _lanes("address", "operand", kind=_WIDE)
    + _words("order_is_known") + _lanes("order", "order_high", "error", kind=_BYTE) + [("memory", _BYTE * 512)],
    "cuda_shfl": _words("function", "exec", "width") + _lanes("var", "x", "inactive", "result"),
    "cuda_vote": _words("function", "exec") + _lanes("predicate", "result"),
    "shfl_sync": _words("mode", "exec", "exited") + _lanes("membermask", "value", "lane", "range", "inactive", "result")
    + _words("predicate", "result_is", "predicate_is"),
    "vote_sync": _words("mode", "exec", "exited", "votes") + _lanes("membermask", "ballot") + _words("predicate", "result_is", "predicate_is"),
    "match_sync": _words("mode", "type", "exec", "exited") + _lanes("membermask", "value", "high", "result")
    + _words("predicate", "result_is", "predicate_is"),
    "redux_sync": _words("op", "type", "absolute", "nan", "exec", "exited") + _lanes("membermask", "value", "result") + _words("result_is"),
    "activemask": _words("exec") + _lanes("result"),
    "elect_sync": _words("exec", "exited") + _lanes("membermask", "result") + _words("predicate", "result_is", "predicate_is"),
    "ptx": [("opcode", ctypes.c_char * 48), ("row", ctypes.c_char * 24), ("type", ctypes.c_char * 8)] + _words("modes", "sources")
    + [("source", _WIDE * 4), ("result", _WIDE), ("declined", _WIDE), ("second", _WIDE), ("gives_second", _WIDE)],
}
STRUCTURES = {name: _structure(name, fields) for name, fields in STRUCTURES.items()}


def serve(families, name="", version="", domain=None):
    """Serves until the host hangs up. families: a function for each that is implemented; domain: docs/check.md."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    hello = {"abi": 1, "name": name, "version": version, "domain": json.dumps(domain) if domain else "",
             "families": {family: ctypes.sizeof(STRUCTURES[family]) for family in families}}
    sink.write(json.dumps(hello).encode() + b"\n")
    sink.flush()
    numbers = list(STRUCTURES)
    frame = struct.Struct("=IIQ")
    while len(head := source.read(frame.size)) == frame.size:
        number, count, size = frame.unpack(head)
        batch = bytearray(source.read(size))
        structure, function = STRUCTURES[numbers[number]], families[numbers[number]]
        for one in (structure * count).from_buffer(batch):
            function(one)
        sink.write(struct.pack("=Q", size) + batch)
        sink.flush()
