#!/usr/bin/env bash
# The kernels of corpus/ptx/launches, of both compilers, for all inputs (docs/ptx.md): each is decided, but for those
# named here.
#   verify_corpus.sh PROGRAM ROOT
set -uo pipefail
program=$1 corpus=$2/corpus/ptx
bad=0
declare -A expected=(
  [k_shared_cas]=1   # a read that no barrier orders before the others' compare-and-swap: a race
  [k_atomic_agg]=3   # depends on who is active together
  [k_block_reduce]=3
  [k_shared_ops]=3
)
has() { case $1 in k_half2 | k_simd | k_dp4a) [[ $2 == *nvcc* ]] ;; *) true ;; esac; }
while read -r kernel launch; do
  for module in "$corpus"/kernels_*_sm80.ptx; do
    has "$kernel" "$module" || continue
    status=0
    # shellcheck disable=SC2086 # options are words
    output=$("$program" verify "$module" --entry "$kernel" $launch </dev/null 2>/dev/null) || status=$?
    wanted=${expected[$kernel@$(basename "$module" .ptx)]:-${expected[$kernel]:-0}}
    if [ "$status" != "$wanted" ]; then
      echo "$kernel of $module: exit $status: $output"
      bad=1
    fi
  done
done <"$corpus/launches"
exit $bad
