#!/usr/bin/env bash
# The tests of the checker, against a checker with one fault planted in it: they fail, with each. The faults are the WARPLAW_CHECK_FAULT places of check/, all of them.
# faults.sh TESTS ROOT
set -u
tests=$1 root=$2 failures=0
quick='Domain.WhatIsDrawnIsInIt:Host.*:Sync*:Registers.AQuarter*' long='Demand.AsksOfAnAnswerWhatTheJudgeAsks'
run() { WARPLAW_CHECK_FAULT=$1 timeout 1200 "$tests" --gtest_filter="$2" --gtest_fail_fast >out.txt 2>&1; } # FAULT TESTS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# the first that notices is enough: the long one is asked where the others notice nothing, and then without a fault, too
asked_long=
passes() { run '' "$1" || { echo "FAILED: without any fault: $(tail -5 out.txt)"; failures=1; }; }
passes "$quick"
count=0
for fault in $(grep -ohE 'WARPLAW_CHECK_FAULT\([a-z_]+,' "$root"/check/*.h "$root"/check/*.cpp | sed 's/.*(//; s/,//' | sort -u); do
  [ "$fault" = name ] && continue # as check/faults.h has it
  count=$((count + 1))
  run "$fault" "$quick"
  code=$?
  [ $code != 0 ] || { asked_long=yes && run "$fault" "$long"; code=$?; }
  # 1: a test said so, not a crash or a time-out
  if [ $code = 1 ] && grep -q '^\[  FAILED  \]' out.txt; then
    echo "$fault: $(sed -n 's/^\[  FAILED  \] \([^ ]*\)$/\1/p' out.txt | sort -u | tr '\n' ' ')"
  else
    echo "FAILED: $fault survives (exit $code)"
    failures=$((failures + 1))
  fi
done
[ -z "$asked_long" ] || passes "$long"
[ $count -ge 3 ] || { echo "FAILED: $count faults"; failures=$((failures + 1)); }
exit $((failures != 0))
