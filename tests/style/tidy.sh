#!/usr/bin/env bash
# clang-tidy with .clang-tidy over the rooms that state semantics: what an instruction is, how it runs, how it is encoded.
set -euo pipefail
root=$1 build=$2
cd "$root"
mapfile -t files < <(find concrete symbolic/terms symbolic/encodings -name '*.cpp' | sort)
flags=(-std=c++20 -I"$root" -I"$build/concrete/bitcode/include" -mavx512f -mavx512bw -mavx512vl -mavx512dq)
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 4 sh -c 'clang-tidy-19 --quiet --warnings-as-errors="*" "$@" -- '"${flags[*]}"' 2>/dev/null' sh
echo "${#files[@]} files tidy"
