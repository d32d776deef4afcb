#!/usr/bin/env bash
# C++ files are formatted as .clang-format says: all, or those that a change touches (changed.sh; docs/ci.md).
# usage: format.sh ROOT all|changed
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$1"
choose() { if [ "$2" = changed ]; then "$here/changed.sh" "$1"; else cat; fi; }
mapfile -t files < <(find spec plain ptx concrete symbolic proofs linearize fuzz check include tools tests bench -name '*.h' -o -name '*.cpp' | sort | choose "$@")
[ ${#files[@]} = 0 ] || clang-format-19 --dry-run -Werror "${files[@]}"
echo "${#files[@]} files formatted"
