#!/usr/bin/env bash
# Kernels for all inputs (docs/ptx.md): of each of corpus/ptx/proved the right one is PROVED, the broken one REFUTED at
# the place that it names; of those of corpus/ptx/launches nothing is open but what stands below.
#   verify.sh PROGRAM ROOT
set -euo pipefail
program=$1 root=$2
cd "$root"
bad=0
fail() { echo "$*"; bad=1; }
count=0
for file in corpus/ptx/proved/*.ptx; do
  status=0
  output=$("$program" verify "$file" </dev/null 2>/dev/null) || status=$?
  count=$((count + 1))
  case $file in
    *_right.ptx)
      [ $status = 0 ] || fail "$file: exit $status, not 0: $output"
      grep -qE 'UNKNOWN|CHECKED|ERROR' <<<"$output" && fail "$file: not all is PROVED: $output"
      ;;
    *)
      [ $status = 1 ] || fail "$file: exit $status, not 1: $output"
      finding=$(sed -n 's|^// refuted: ||p' "$file")
      grep -q "^$file:[0-9]*: $finding REFUTED" <<<"$output" || fail "$file: $finding is not REFUTED: $output"
      # what is shown must be shown by `run`
      replay=$(sed -n 's/^    warplaw \(run .*\)/\1/p' <<<"$output" | head -1)
      status=0
      # shellcheck disable=SC2086 # options are words
      "$program" $replay >/dev/null 2>&1 || status=$?
      [ $status = 1 ] || fail "$file: $replay: exit $status, not 1"
      ;;
  esac
done
[ $count -ge 13 ] || fail "only $count kernels"
exit $bad
