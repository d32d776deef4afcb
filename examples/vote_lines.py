#!/usr/bin/env python3
"""VOTE without structures, in lines of JSON: warplaw check --pipe 'python3 examples/vote_lines.py' --cases 2000. Expected: VOTE.* OK"""
import json
import re
import sys

print(json.dumps({"abi": 1, "name": "votes in lines", "lines": ["vote"]}), flush=True)
for line in sys.stdin:
    case = json.loads(line)
    mode, result, answer, votes = re.match(r"VOTE\.(\w+) (\w+), (\w+), (\w+)", case["instruction"]).groups()
    active, votes = (int(mask, 16) for mask in (case.get("active", "0xffffffff"), case.get("predicates", {}).get(votes, "0x0")))
    yes, lanes = active & votes, [str(i) for i in range(32) if active >> i & 1]
    holds = {"ANY": yes != 0, "ALL": yes == active, "EQ": yes in (0, active)}[mode]
    case["expected"] = {"registers": {result: dict.fromkeys(lanes, yes)}, "predicates": {answer: dict.fromkeys(lanes, int(holds))}}
    print(json.dumps(case), flush=True)
