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

# Is the kernel in this module? clang has no halves, and its header no SIMD functions.
has() { # way, kernel
  case $2 in k_half2 | k_simd | k_dp4a) [[ $1 == nvcc* ]] ;; *) true ;; esac
}

while read -r kernel launch; do
  for way in "${ways[@]}"; do
    read -r name module options <<<"$way"
    has "$name" "$kernel" || continue
    # shellcheck disable=SC2086 # options are words
    status=0
    "$program" run "$module" $options --entry "$kernel" $launch --all --json --allow race >"$folder/$kernel.$name" 2>"$folder/errors" || status=$?
    if [ $status != 0 ]; then
      echo "$kernel by $name: exit $status: $(head -3 "$folder/errors")"
      exit 1
    fi
    echo "$kernel $name" >>"$folder/runs"
  done
done <"$corpus/launches"
python3 - "$folder" <<'PYTHON'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
def memory(kernel, name):
    return [(array["type"], repr(array.get("values"))) for array in json.loads((folder / f"{kernel}.{name}").read_text())["arrays"]]
runs = [line.split() for line in (folder / "runs").read_text().splitlines()]
for kernel, name in runs:
    kept, now = memory(kernel, "nvcc_kept"), memory(kernel, name)
    # In the kept module of clang every lane adds, since a lane that is no leader hands a shuffle a variable that nobody
    # set (docs/ptx.md, CUDA source).
    if (kept != now) != ((kernel, name) == ("k_atomic_agg", "clang_kept")):
        sys.exit(f"{kernel} by {name}: memory {'differs from' if kept != now else 'is as'} that of nvcc_kept: {kept} {now}"[:2000])
print(f"{len(runs)} runs of {len({kernel for kernel, _ in runs})} kernels, one memory each")
PYTHON
