#!/usr/bin/env bash
# The kernels of corpus/ptx leave the same memory whoever compiled them, and at every level: what nvcc and clang made of
# them, which is kept, and what clang makes of them now; nvcc too, where it is installed.
#   compilers.sh PROGRAM ROOT LEVEL..
set -euo pipefail
program=$1 corpus=$2/corpus/ptx
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Whose modules: a name, and what runs them.
ways=("nvcc_kept $corpus/kernels_nvcc13_sm80.ptx" "clang_kept $corpus/kernels_clang19_sm80.ptx")
for level in "$@"; do
  ways+=("clang_O$level $corpus/kernels.cu --clang-arg=-O$level")
done
if [ $# = 1 ]; then
  :
elif command -v nvcc >/dev/null; then
  ways+=("nvcc_now $corpus/kernels.cu")
else
  echo 'nvcc is not installed: its present output is not compared'
fi

# Does the kernel differ in this module? In the kept module of clang every lane adds, since a lane that is no leader hands
# a shuffle a variable that nobody set (docs/ptx.md, CUDA source).
differs() { [ "$1 $2" = 'clang_kept k_atomic_agg' ]; }
# Is the kernel in this module? clang has no halves, and its header no SIMD functions.
has() { # way, kernel
  case $2 in k_half2 | k_simd | k_dp4a) [[ $1 == nvcc* ]] ;; *) true ;; esac
}

runs=0
while read -r kernel launch; do
  for way in "${ways[@]}"; do
    read -r name module options <<<"$way"
    has "$name" "$kernel" || continue
    # shellcheck disable=SC2086 # options are words
    status=0
    "$program" run "$module" $options --entry "$kernel" $launch --all --json --allow race >"$folder/$name.json" 2>"$folder/errors" || status=$?
    if [ $status != 0 ]; then
      echo "$kernel by $name: exit $status: $(head -3 "$folder/errors")"
      exit 1
    fi
    python3 -c 'import json, sys
for array in json.load(open(sys.argv[1]))["arrays"]:
    print(array["type"], array.get("values"))' "$folder/$name.json" >"$folder/$name"
    runs=$((runs + 1))
    if ! cmp -s "$folder/nvcc_kept" "$folder/$name"; then
      differs "$name" "$kernel" && continue
      echo "$kernel: memory differs between nvcc_kept and $name"
      diff "$folder/nvcc_kept" "$folder/$name" | cut -c1-300
      exit 1
    elif differs "$name" "$kernel"; then
      echo "$kernel by $name is said to differ, and does not"
      exit 1
    fi
  done
done <"$corpus/launches"
echo "$runs runs of $(wc -l <"$corpus/launches") kernels, one memory each"
