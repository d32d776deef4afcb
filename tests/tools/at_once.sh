#!/usr/bin/env bash
# Runs that share a cache at once do each other no harm: the same table, every answer kept and read again, every verdict known afterwards. One results file is
# written by one run at a time.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
table() { sed -E 's/ *[0-9]+\.[0-9]+( s)?$//; s/, [0-9]+ of them from .*//' "$1"; }

"$program" verify SEL --cache-dir alone >one.txt 2>err || fail "one run: exit $?: $(cat err)"
entries() { (cd "$1" && find . -path './??/*' -type f | sort); } # the same questions have the same names
for round in $(seq 3 | some 3); do
  pids=()
  for i in 1 2 3; do
    "$program" verify SEL --jobs 1 --cache-dir shared$round >out$i 2>err$i &
    pids+=($!)
  done
  for i in 1 2 3; do
    wait "${pids[i - 1]}" || fail "run $i of three at once: exit $?: $(cat err$i)"
    cmp -s <(table one.txt) <(table out$i) || fail "another table: $(diff one.txt out$i)"
    grep -E 'corrupt|written' err$i && fail 'the cache was in the way'
  done
  # which of several solvers is asked first may hang on what else runs; each question has an answer
  expect 0 'everything as expected' verify SEL --cache enforce --cache-dir shared$round
  [ "$(entries shared$round | wc -l)" -ge "$(entries alone | wc -l)" ] || fail "answers are lost: $(diff <(entries alone) <(entries shared$round))"
  [ -z "$(find shared$round -name '*.part' -o -name '*.??????')" ] || fail "half a file is left: $(find shared$round -name '*.part' -o -name '*.??????')"
done

# verdicts of theorems that were decided at the same time are all kept
mapfile -t theorems < <("$program" verify SEL --list | cut -d' ' -f1)
for theorem in "${theorems[@]}"; do
  "$program" verify --theorem "$theorem" --jobs 1 --cache-dir shared1 >out 2>err &
done
wait
kept=$(sed -nE 's/.*"theorem":"([^"]*)".*/\1/p' shared1/verdicts.jsonl | sort -u | wc -l)
[ "$kept" = ${#theorems[@]} ] || fail "of ${#theorems[@]} theorems $kept are known"
mkdir fresh && cp -r shared1/?? fresh
for round in $(seq 5 | some 3); do
  rm -f fresh/verdicts.jsonl
  for theorem in "${theorems[@]}"; do
    "$program" verify --theorem "$theorem" --jobs 1 --cache-dir fresh >out 2>err &
  done
  wait
  kept=$(sed -nE 's/.*"theorem":"([^"]*)".*/\1/p' fresh/verdicts.jsonl | sort -u | wc -l)
  [ "$kept" = ${#theorems[@]} ] || fail "of ${#theorems[@]} theorems $kept are known"
done

# one results file, two runs
"$program" verify BAR --cache off --results file >out1 2>err1 &
first=$!
until [ "$( (wc -l <file) 2>/dev/null || echo 0)" -ge 2 ] || ! kill -0 $first 2>/dev/null; do sleep 0.01; done
expect 2 '^file: results: another run writes it' verify SEL --cache off --resume file
kill -KILL $first
wait $first 2>/dev/null
lines=$(wc -l <file)
expect 0 'everything as expected' verify SEL --resume file # whoever was killed keeps nothing locked
[ "$(wc -l <file)" -gt "$lines" ] || fail 'not gone on with'
done_testing
