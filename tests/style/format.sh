#!/usr/bin/env bash
# C++ files are formatted as .clang-format says: all, or those that a change touches (changed.sh; docs/ci.md).
# usage: format.sh ROOT all|changed
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$1"
mapfile -t files < <(find spec plain ptx concrete symbolic proofs linearize fuzz check include tools tests bench -name '*.h' -o -name '*.cpp' | sort | "$here/changed.sh" "$1" "$2")
[ ${#files[@]} = 0 ] || clang-format-19 --dry-run -Werror "${files[@]}"
echo "${#files[@]} files formatted"
