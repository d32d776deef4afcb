#!/usr/bin/env bash
# clang-tidy with .clang-tidy over the rooms that state semantics: what an instruction is, how it runs, how it is encoded. All files, or those that a
# change touches (changed.sh; docs/ci.md).
# usage: tidy.sh ROOT BUILD all|changed
set -euo pipefail
root=$1 build=$2 which=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"
mapfile -t files < <(find concrete symbolic/terms symbolic/encodings -name '*.cpp' | sort | "$here/changed.sh" "$root" "$which")
flags=(-std=c++20 -I"$root" -I"$build/concrete/bitcode/include" -I"$build/symbolic/include" -I"$build/linked" -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi -mavx512vbmi2)
if [ ${#files[@]} -gt 0 ]; then
  printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 4 sh -c 'clang-tidy-19 --quiet --warnings-as-errors="*" "$@" -- '"${flags[*]}"' 2>/dev/null' sh
fi
echo "${#files[@]} files tidy"
