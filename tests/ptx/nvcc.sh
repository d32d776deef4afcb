#!/usr/bin/env bash
# Each CUDA kernel that ships is CUDA for both compilers: nvcc takes it, too, where it is installed. Below sm_75 today's
# nvcc knows no GPU, and clang compiles. Every fourth, and those that a change touches; all with WARPLAW_ALL (docs/ci.md).
#   nvcc.sh ROOT
set -euo pipefail
cd "$1"
command -v nvcc >/dev/null || { echo 'nvcc is not installed: whether it takes the kernels is not looked at'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bad=0 count=0
find corpus examples -name '*.cu' | sort | tests/style/changed.sh . 4 >"$folder/asked"
while read -r file; do
  target=$(grep -oE '^// warplaw:.* target=sm_[0-9]+' "$file" | grep -oE '[0-9]+$' | head -1) || true
  [ "${target:-80}" -ge 75 ] || continue
  count=$((count + 1))
  nvcc -ptx "-arch=sm_${target:-80}" -o "$folder/out.ptx" "$file" >"$folder/said" 2>&1 ||
    { echo "$file: nvcc does not take it: $(grep -m 1 error "$folder/said")"; bad=1; }
done <"$folder/asked"
[ "$count" -gt 0 ] || { echo 'no kernels'; bad=1; }
exit $bad
