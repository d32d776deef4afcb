#!/usr/bin/env bash
# The room check itself: an encoding that includes an executor must be found.
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/symbolic"
echo '#include "spec/shfl.h"' >"$tree/symbolic/shfl.cpp"
"$1" "$tree"
echo '#include "concrete/shfl.h"' >>"$tree/symbolic/shfl.cpp"
if "$1" "$tree"; then
  echo "a planted include was not found"
  exit 1
fi
