#!/usr/bin/env bash
# Every C++ file is formatted as .clang-format says.
set -euo pipefail
cd "$1"
mapfile -t files < <(find spec plain ptx concrete symbolic proofs linearize fuzz check include tools tests bench -name '*.h' -o -name '*.cpp' | sort)
clang-format-19 --dry-run -Werror "${files[@]}"
echo "${#files[@]} files formatted"
